allow-invalid and --also-invalid: use one
