-- Whoever may decide a reason still sees the approval once it is decided: the link of the mail about it opens, and of two
-- concurrent decisions the second is told that the first was made rather than that the approval does not exist.
CREATE OR REPLACE VIEW approval_readers AS
  SELECT id AS record_id, requested_by_id AS user_id FROM approvals
  UNION ALL SELECT id, decided_by_id FROM approvals WHERE decided_by_id IS NOT NULL
  UNION ALL
  SELECT a.id, h.user_id
  FROM approvals a
    CROSS JOIN LATERAL jsonb_array_elements(a.reasons) AS reason
    JOIN held_permissions h ON h.permission = reason ->> 'permission';
