-- What the mechanisms know of people: who did something, and who leads whom. They read this view and no table of an area.
CREATE VIEW actors AS SELECT id, full_name AS name, reports_to_id AS leader_id,
  status = 'active' AS is_active
FROM users;
CALL restrict_app('actors', 'SELECT');
