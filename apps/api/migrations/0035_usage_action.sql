-- The column contains the action: view, search, write, export, import.
ALTER TABLE usage_daily RENAME COLUMN deed TO action;
