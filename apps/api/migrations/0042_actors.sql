-- What the engine needs to know about users: their names and their managers. The engine reads this view instead of a
-- table of an area.
CREATE VIEW actors AS SELECT id, full_name AS name, reports_to_id AS leader_id,
  status = 'active' AS is_active
FROM users;
CALL restrict_app('actors', 'SELECT');
