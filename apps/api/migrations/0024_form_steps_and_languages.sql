-- A public form asks everything on one page or in steps, and may speak English.

SELECT set_config('pauta.request', 'migration:0024', true);

ALTER TABLE public_forms
  ADD COLUMN layout text COLLATE "C" NOT NULL DEFAULT 'page' CHECK (layout IN ('page', 'steps')),
  DROP CONSTRAINT public_forms_locale_check,
  ADD CONSTRAINT public_forms_locale_check CHECK (locale IN ('es-419', 'es-DO', 'es-MX', 'es-ES', 'en'));
