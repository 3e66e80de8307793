-- Rules of portfolios by what a client bought in twelve months.

SELECT set_config('pauta.request', 'migration:0147', true), set_config('pauta.reason', 'Reglas de cartera por monto', true);

ALTER TABLE portfolio_rules
  ADD COLUMN sales_from numeric(18,2) CHECK (sales_from >= 0),
  ADD COLUMN sales_below numeric(18,2) CHECK (sales_below > 0),
  ADD COLUMN currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  ADD CONSTRAINT portfolio_rules_band CHECK (sales_from < sales_below);
