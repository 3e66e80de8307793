-- Distances between places, and points of interest.

-- Great-circle distance in kilometres by the haversine formula, with the mean radius of the earth (IUGG).
CREATE FUNCTION distance_km(
  latitude double precision, longitude double precision, to_latitude double precision, to_longitude double precision
) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 2 * 6371.0088 * asin(least(1, sqrt(
  sin(radians(to_latitude - latitude) / 2) ^ 2
  + cos(radians(latitude)) * cos(radians(to_latitude)) * sin(radians(to_longitude - longitude) / 2) ^ 2)));

-- Degrees of longitude on either side of a place that its circle reaches; 360 when a pole is in the circle.
CREATE FUNCTION longitude_reach(latitude double precision, km double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN abs(latitude) + km / 111.19 >= 90 THEN 360
  ELSE degrees(asin(least(1, sin(km / 6371.0088) / cos(radians(latitude))))) END;

-- Whether a place is within a distance of a centre. It is inlined, so that an index on (latitude, longitude) finds the
-- places in the box around the circle; 111.19 km are slightly less than a degree of latitude. A box that crosses the
-- antimeridian has no limits of longitude.
CREATE FUNCTION is_within(
  latitude numeric, longitude numeric, center_latitude double precision, center_longitude double precision,
  km double precision
) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT latitude >= (center_latitude - km / 111.19)::numeric AND latitude <= (center_latitude + km / 111.19)::numeric
    AND (abs(center_longitude) + longitude_reach(center_latitude, km) > 180
      OR longitude BETWEEN (center_longitude - longitude_reach(center_latitude, km) - 0.000001)::numeric
        AND (center_longitude + longitude_reach(center_latitude, km) + 0.000001)::numeric)
    AND distance_km(latitude::double precision, longitude::double precision, center_latitude, center_longitude) <= km
$$;

CREATE FUNCTION location(i inventory_items) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN trim_scale(i.latitude) || ', ' || trim_scale(i.longitude);

CREATE INDEX inventory_items_location ON inventory_items (latitude, longitude);

-- Puntos de interés.

CREATE TABLE points_of_interest (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  kind text CHECK (char_length(kind) <= 60),
  latitude numeric(18,6) NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude numeric(18,6) NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE FUNCTION location(p points_of_interest) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN trim_scale(p.latitude) || ', ' || trim_scale(p.longitude);

CREATE INDEX points_of_interest_by_name ON points_of_interest ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX points_of_interest_by_kind ON points_of_interest ((sort_key(kind) COLLATE "C"), id) WHERE archived_at IS NULL AND kind IS NOT NULL;
CREATE INDEX points_of_interest_by_created_at ON points_of_interest (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX points_of_interest_by_updated_at ON points_of_interest (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX points_of_interest_location ON points_of_interest (latitude, longitude);

CALL make_searchable('points_of_interest', 'name', 'kind');
CALL track('points_of_interest', unnoticed => '{search_text}');
CALL free_when_withdrawn('points_of_interest');
CALL restrict_app('points_of_interest', 'SELECT, INSERT, UPDATE');
