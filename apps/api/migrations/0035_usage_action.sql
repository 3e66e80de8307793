-- The column says what its values are: view, search, write, export, import.
ALTER TABLE usage_daily RENAME COLUMN deed TO action;
