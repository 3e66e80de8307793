-- A telephone in one column keeps its extension as RFC 3966 writes it: +18095550185;ext=22. What is stored stays valid.
DO $$
DECLARE
  place text[];
BEGIN
  FOREACH place SLICE 1 IN ARRAY ARRAY[
    ['users', 'phone', 'users_phone_form'],
    ['client_registrations', 'contact_phone', 'client_registrations_contact_phone_check'],
    ['companies', 'phone', 'companies_phone_check'],
    ['agencies', 'phone', 'agencies_phone_check'],
    ['signatories', 'phone', 'signatories_phone_check'],
    ['referrals', 'referred_phone', 'referrals_referred_phone_check']]
  LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I, ADD CONSTRAINT %2$I CHECK (%I ~ %L)',
      place[1], place[3], place[2], '^\+[1-9][0-9]{6,14}(;ext=[0-9]{1,8})?$');
  END LOOP;
END $$;
