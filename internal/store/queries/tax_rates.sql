-- name: TaxTable :many
SELECT state, rate_ppm FROM tax_rates ORDER BY state;

-- name: SaveTaxRate :exec
INSERT INTO tax_rates (state, rate_ppm) VALUES ($1, $2)
ON CONFLICT (state) DO UPDATE SET rate_ppm = excluded.rate_ppm;

-- name: DeleteTaxRate :exec
DELETE FROM tax_rates WHERE state = $1;
