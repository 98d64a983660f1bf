note: --also-invalid: there is no judge
