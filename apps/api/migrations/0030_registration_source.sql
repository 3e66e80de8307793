-- Where a registration came from, as columns that a list filters and exports: read from what the form told, also of
-- registrations that are here already.

ALTER TABLE client_registrations
  ADD COLUMN sent_page text GENERATED ALWAYS AS (left(nullif(attribution ->> 'page', ''), 300)) STORED,
  ADD COLUMN landing_page text GENERATED ALWAYS AS (left(nullif(attribution ->> 'landing_page', ''), 300)) STORED,
  ADD COLUMN referrer_page text GENERATED ALWAYS AS (left(nullif(attribution ->> 'referrer', ''), 300)) STORED,
  ADD COLUMN utm_source text GENERATED ALWAYS AS (left(nullif(attribution ->> 'utm_source', ''), 200)) STORED,
  ADD COLUMN utm_medium text GENERATED ALWAYS AS (left(nullif(attribution ->> 'utm_medium', ''), 200)) STORED,
  ADD COLUMN utm_campaign text GENERATED ALWAYS AS (left(nullif(attribution ->> 'utm_campaign', ''), 200)) STORED,
  ADD COLUMN utm_term text GENERATED ALWAYS AS (left(nullif(attribution ->> 'utm_term', ''), 200)) STORED,
  ADD COLUMN utm_content text GENERATED ALWAYS AS (left(nullif(attribution ->> 'utm_content', ''), 200)) STORED,
  ADD COLUMN ad_network text COLLATE "C" GENERATED ALWAYS AS (
    CASE
      WHEN attribution ?| '{gclid,gbraid,wbraid,dclid}' THEN 'google'
      WHEN attribution ? 'fbclid' THEN 'meta'
      WHEN attribution ? 'msclkid' THEN 'microsoft'
      WHEN attribution ? 'ttclid' THEN 'tiktok'
      WHEN attribution ? 'twclid' THEN 'x'
      WHEN attribution ? 'li_fat_id' THEN 'linkedin'
    END) STORED,
  ADD COLUMN click_id text GENERATED ALWAYS AS (
    left(coalesce(attribution ->> 'gclid', attribution ->> 'gbraid', attribution ->> 'wbraid', attribution ->> 'dclid',
      attribution ->> 'fbclid', attribution ->> 'msclkid', attribution ->> 'ttclid', attribution ->> 'twclid',
      attribution ->> 'li_fat_id'), 200)) STORED;

CREATE INDEX client_registrations_page_origin ON client_registrations USING gin (fold(page_origin) gin_trgm_ops);
ALTER TABLE client_registrations
  ADD CHECK (ad_network IN ('google', 'meta', 'microsoft', 'tiktok', 'x', 'linkedin'));

CREATE INDEX client_registrations_utm_source ON client_registrations USING gin (fold(utm_source) gin_trgm_ops);
CREATE INDEX client_registrations_utm_campaign ON client_registrations USING gin (fold(utm_campaign) gin_trgm_ops);
CREATE INDEX client_registrations_ad_network ON client_registrations (ad_network, received_at, id)
  WHERE ad_network IS NOT NULL;

-- A trigger before an update sees a generated column as null: without this each update would count as a change of them,
-- and a new version.
CALL unnotice('client_registrations',
  '{sent_page,landing_page,referrer_page,utm_source,utm_medium,utm_campaign,utm_term,utm_content,ad_network,click_id}');
