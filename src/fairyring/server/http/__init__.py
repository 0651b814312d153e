"""HTTP endpoints, request and response types, error responses, static files, middleware."""
