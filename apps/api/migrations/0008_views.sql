-- Saved views of lists: what a list shows and how, under a name.

CREATE TABLE views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  resource text COLLATE "C" NOT NULL CHECK (char_length(resource) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  -- Query string of the list, as the screen writes it.
  params text NOT NULL DEFAULT '' CHECK (char_length(params) <= 8000),
  visibility text COLLATE "C" NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'shared')),
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  is_shared_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT views_of_resource UNIQUE (id, resource),
  CONSTRAINT views_shared_default_is_shared
    CHECK (NOT is_shared_default OR (visibility = 'shared' AND archived_at IS NULL))
);

-- Among the views that everybody sees, and among those of one person, a name says which one is meant.
CREATE UNIQUE INDEX views_shared_name_key ON views (resource, fold(name))
  WHERE visibility = 'shared' AND archived_at IS NULL;
CREATE UNIQUE INDEX views_private_name_key ON views (owner_id, resource, fold(name))
  WHERE visibility = 'private' AND archived_at IS NULL;
CREATE UNIQUE INDEX views_shared_default_key ON views (resource) WHERE is_shared_default;

CALL track('views');

-- How one person keeps the views he sees: his default, what he pinned, their order. Nobody else sees it, so it is no
-- matter of the audit log.
CREATE TABLE view_preferences (
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  view_id uuid NOT NULL,
  resource text COLLATE "C" NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  is_pinned boolean NOT NULL DEFAULT false,
  position integer NOT NULL DEFAULT 0 CHECK (position BETWEEN 0 AND 100000),
  PRIMARY KEY (user_id, view_id),
  FOREIGN KEY (view_id, resource) REFERENCES views (id, resource) ON DELETE CASCADE
);

CREATE INDEX view_preferences_view ON view_preferences (view_id);
CREATE UNIQUE INDEX view_preferences_default_key ON view_preferences (user_id, resource) WHERE is_default;
