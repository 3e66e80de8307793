-- What users confirmed of the orders of an agency, so that its next order is read like the last.

SELECT set_config('pauta.request', 'migration:0079', true), set_config('pauta.reason', 'Órdenes de pauta', true);

-- `agency_id` is no foreign key: a merge of agencies moves what refers to them, and what two agencies have learned of one
-- text would hinder it. Reading follows merged agencies instead.

-- The space that was chosen for a text of an order: folded station, programme and hours.
CREATE TABLE order_spaces (
  agency_id uuid NOT NULL,
  text text COLLATE "C" NOT NULL CHECK (char_length(text) BETWEEN 1 AND 300),
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE CASCADE,
  chosen_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  chosen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, text)
);
CREATE INDEX order_spaces_inventory_item_id ON order_spaces (inventory_item_id);
CREATE INDEX order_spaces_chosen_by ON order_spaces (chosen_by);

-- What the columns of an order mean, by their folded title.
CREATE TABLE order_layouts (
  agency_id uuid NOT NULL,
  title text COLLATE "C" NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  meaning text COLLATE "C" NOT NULL CHECK (meaning IN ('programme', 'station', 'time', 'duration', 'price', 'discount',
    'units', 'per_day', 'amount', 'from', 'to', 'dates', 'days', 'ignored')),
  chosen_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  chosen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, title)
);
CREATE INDEX order_layouts_chosen_by ON order_layouts (chosen_by);

CALL restrict_app('order_spaces', 'SELECT, INSERT, UPDATE');
CALL restrict_app('order_layouts', 'SELECT, INSERT, UPDATE');
CALL leave_with_demonstration('{order_spaces,order_layouts}');
