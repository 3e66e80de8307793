-- The order in which activities are worked on, and the indexes that lists need for it.

SELECT set_config('pauta.request', 'migration:0032', true);

-- What is open comes by its day, so that what is late is first; then what is finished, the latest first.
CREATE FUNCTION activity_turn(status text, scheduled_at timestamptz, closed_at timestamptz) RETURNS timestamp
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN status IN ('pending', 'in_progress') THEN scheduled_at AT TIME ZONE 'UTC'
  ELSE timestamp '5000-01-01' + (timestamp '2000-01-01' - coalesce(closed_at, scheduled_at) AT TIME ZONE 'UTC') END;

CREATE INDEX activities_by_turn ON activities (activity_turn(status, scheduled_at, closed_at), id);
-- What lists are filtered by, in their usual order.
CREATE INDEX activities_status_turn ON activities (status, activity_turn(status, scheduled_at, closed_at), id);
CREATE INDEX activities_assigned_turn ON activities (assigned_to_id, activity_turn(status, scheduled_at, closed_at), id);
CREATE INDEX activities_assigned_status_turn
  ON activities (assigned_to_id, status, activity_turn(status, scheduled_at, closed_at), id);
CREATE INDEX activities_client_turn ON activities (client_id, activity_turn(status, scheduled_at, closed_at), id)
  WHERE client_id IS NOT NULL;
