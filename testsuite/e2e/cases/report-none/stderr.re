warning: .*input.report.*there is no report
