-- The cards of the Dashboard that a user arranged, in their order. Without a row a user has the cards of their roles.

SELECT set_config('pauta.request', 'migration:0153', true), set_config('pauta.reason', 'Dashboard por rol', true);

CREATE TABLE dashboard_layouts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  cards text[] NOT NULL CHECK (cardinality(cards) <= 40 AND array_position(cards, NULL) IS NULL),
  at timestamptz NOT NULL DEFAULT now()
);
CALL leave_with_demonstration('{dashboard_layouts}');
CALL restrict_app('dashboard_layouts', 'SELECT, INSERT, UPDATE (cards, at), DELETE');
