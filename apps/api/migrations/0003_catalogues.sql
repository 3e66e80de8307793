-- Catalogues: short lists of values that other records refer to, with the values a new installation starts with.

SELECT set_config('pauta.request', 'migration:0003', true), set_config('pauta.reason', 'Valores iniciales', true);

-- Text as lists order it: like fold, but ñ comes after n and before o. Compared with COLLATE "C", so that the order is
-- the same on every server whatever its locale. The schema is written in: PostgreSQL 17 builds indexes with an empty
-- search path.
CREATE FUNCTION sort_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.fold(replace(replace(normalize(value, NFC), 'ñ', 'n~'), 'Ñ', 'n~'))
$$;

-- Row trigger for tables whose rows belong to one another; the argument is the column that points to the parent. The
-- ancestors are locked on the way up: of two changes that would close a circle together one waits for the other.
CREATE FUNCTION refuse_cycle() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  ancestor uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  WHILE ancestor IS NOT NULL LOOP
    IF ancestor = NEW.id THEN
      RAISE EXCEPTION '%.% would form a circle', TG_TABLE_NAME, TG_ARGV[0]
        USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_no_cycle';
    END IF;
    EXECUTE format('SELECT %I FROM %I WHERE id = $1 FOR SHARE', TG_ARGV[0], TG_TABLE_NAME) INTO ancestor USING ancestor;
  END LOOP;
  RETURN NEW;
END
$$;

-- Row trigger: the product relies on the values it ships with, so they keep their code and stay.
CREATE FUNCTION protect_system_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_system AND (TG_OP = 'DELETE' OR NOT NEW.is_system OR NEW.archived_at IS NOT NULL) THEN
    RAISE EXCEPTION '% % belongs to the system', TG_TABLE_NAME, OLD.code
      USING ERRCODE = '23514', CONSTRAINT = 'system_row_stays';
  END IF;
  IF OLD.is_system AND NEW.code <> OLD.code THEN
    RAISE EXCEPTION '% % belongs to the system', TG_TABLE_NAME, OLD.code
      USING ERRCODE = '23514', CONSTRAINT = 'system_row_code';
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;

-- A catalogue's table: what all share, the columns of its own, and within which columns a name is unique (once in the
-- whole catalogue when none is given; upper and lower case and accents do not make another name).
CREATE PROCEDURE create_catalogue(catalogue name, own_columns text DEFAULT '', name_scope text DEFAULT '')
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$
    CREATE TABLE %1$I (
      id uuid PRIMARY KEY DEFAULT new_id(),
      code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 20),
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
      %2$s
      description text CHECK (char_length(description) <= 500),
      sort_order integer NOT NULL DEFAULT 0 CHECK (sort_order BETWEEN 0 AND 100000),
      is_active boolean NOT NULL DEFAULT true,
      is_system boolean NOT NULL DEFAULT false,
      search_text text GENERATED ALWAYS AS (fold(code || ' ' || name)) STORED,
      created_at timestamptz NOT NULL DEFAULT now(),
      created_by uuid REFERENCES users ON DELETE RESTRICT,
      updated_at timestamptz NOT NULL DEFAULT now(),
      updated_by uuid REFERENCES users ON DELETE RESTRICT,
      row_version integer NOT NULL DEFAULT 1,
      archived_at timestamptz
    )$sql$, catalogue, CASE WHEN own_columns <> '' THEN own_columns || ',' ELSE '' END);
  EXECUTE format('CREATE UNIQUE INDEX %I ON %I (upper(code))', catalogue || '_code_key', catalogue);
  EXECUTE format('CREATE UNIQUE INDEX %I ON %I (%sfold(name)) NULLS NOT DISTINCT', catalogue || '_name_key', catalogue,
    CASE WHEN name_scope <> '' THEN name_scope || ', ' ELSE '' END);
  EXECUTE format('CREATE INDEX %I ON %I (sort_order, id)', catalogue || '_by_sort_order', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I ((sort_key(code) COLLATE "C"), id)', catalogue || '_by_code', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I ((sort_key(name) COLLATE "C"), id)', catalogue || '_by_name', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I (created_at, id)', catalogue || '_by_created_at', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I (updated_at, id)', catalogue || '_by_updated_at', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I USING gin (search_text gin_trgm_ops)', catalogue || '_search', catalogue);
  EXECUTE format('CREATE TRIGGER protect_system_row BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION protect_system_row()', catalogue);
  EXECUTE format('CALL track(%L, unnoticed => %L)', catalogue, '{search_text}');
END
$$;

-- Countries ------------------------------------------------------------------------------------------------------

CALL create_catalogue('countries', $$
  iso3 text NOT NULL CHECK (iso3 ~ '^[A-Z]{3}$'),
  numeric text NOT NULL CHECK (numeric ~ '^[0-9]{3}$'),
  calling_code text CHECK (calling_code ~ '^\+[0-9]{1,5}$'),
  currency_code text CHECK (char_length(currency_code) = 3),
  tax_pct numeric(7,4) CHECK (tax_pct BETWEEN 0 AND 100),
  CONSTRAINT countries_iso3_key UNIQUE (iso3),
  CONSTRAINT countries_numeric_key UNIQUE (numeric)
$$);

-- Lists name the country of each row: read from the index alone it costs a fifth of reading the whole table.
CREATE INDEX countries_reference ON countries (id) INCLUDE (name, code);

-- ISO 3166-1; the first 23 are where the product is used: they stand first and have currency and general tax.
INSERT INTO countries (code, name, iso3, numeric, calling_code, currency_code, tax_pct, sort_order, is_system) VALUES
  ('DO', 'República Dominicana', 'DOM', '214', '+1', 'DOP', 18, 10, true),
  ('PR', 'Puerto Rico', 'PRI', '630', '+1', 'USD', NULL, 20, true),
  ('MX', 'México', 'MEX', '484', '+52', 'MXN', 16, 30, true),
  ('GT', 'Guatemala', 'GTM', '320', '+502', 'GTQ', 12, 40, true),
  ('SV', 'El Salvador', 'SLV', '222', '+503', 'USD', 13, 50, true),
  ('HN', 'Honduras', 'HND', '340', '+504', 'HNL', 15, 60, true),
  ('NI', 'Nicaragua', 'NIC', '558', '+505', 'NIO', 15, 70, true),
  ('CR', 'Costa Rica', 'CRI', '188', '+506', 'CRC', 13, 80, true),
  ('PA', 'Panamá', 'PAN', '591', '+507', 'PAB', 7, 90, true),
  ('CU', 'Cuba', 'CUB', '192', '+53', 'CUP', NULL, 100, true),
  ('HT', 'Haití', 'HTI', '332', '+509', 'HTG', NULL, 110, true),
  ('CO', 'Colombia', 'COL', '170', '+57', 'COP', 19, 120, true),
  ('VE', 'Venezuela', 'VEN', '862', '+58', 'VES', 16, 130, true),
  ('EC', 'Ecuador', 'ECU', '218', '+593', 'USD', 15, 140, true),
  ('PE', 'Perú', 'PER', '604', '+51', 'PEN', 18, 150, true),
  ('BO', 'Bolivia', 'BOL', '068', '+591', 'BOB', 13, 160, true),
  ('CL', 'Chile', 'CHL', '152', '+56', 'CLP', 19, 170, true),
  ('AR', 'Argentina', 'ARG', '032', '+54', 'ARS', 21, 180, true),
  ('UY', 'Uruguay', 'URY', '858', '+598', 'UYU', 22, 190, true),
  ('PY', 'Paraguay', 'PRY', '600', '+595', 'PYG', 10, 200, true),
  ('BR', 'Brasil', 'BRA', '076', '+55', 'BRL', NULL, 210, true),
  ('ES', 'España', 'ESP', '724', '+34', 'EUR', 21, 220, true),
  ('US', 'Estados Unidos', 'USA', '840', '+1', 'USD', NULL, 230, true),
  ('AF', 'Afganistán', 'AFG', '004', '+93', NULL, NULL, 1000, true),
  ('AL', 'Albania', 'ALB', '008', '+355', NULL, NULL, 1010, true),
  ('DE', 'Alemania', 'DEU', '276', '+49', NULL, NULL, 1020, true),
  ('AD', 'Andorra', 'AND', '020', '+376', NULL, NULL, 1030, true),
  ('AO', 'Angola', 'AGO', '024', '+244', NULL, NULL, 1040, true),
  ('AI', 'Anguila', 'AIA', '660', '+1', NULL, NULL, 1050, true),
  ('AQ', 'Antártida', 'ATA', '010', NULL, NULL, NULL, 1060, true),
  ('AG', 'Antigua y Barbuda', 'ATG', '028', '+1', NULL, NULL, 1070, true),
  ('SA', 'Arabia Saudita', 'SAU', '682', '+966', NULL, NULL, 1080, true),
  ('DZ', 'Argelia', 'DZA', '012', '+213', NULL, NULL, 1090, true),
  ('AM', 'Armenia', 'ARM', '051', '+374', NULL, NULL, 1100, true),
  ('AW', 'Aruba', 'ABW', '533', '+297', NULL, NULL, 1110, true),
  ('AU', 'Australia', 'AUS', '036', '+61', NULL, NULL, 1120, true),
  ('AT', 'Austria', 'AUT', '040', '+43', NULL, NULL, 1130, true),
  ('AZ', 'Azerbaiyán', 'AZE', '031', '+994', NULL, NULL, 1140, true),
  ('BS', 'Bahamas', 'BHS', '044', '+1', NULL, NULL, 1150, true),
  ('BH', 'Bahrein', 'BHR', '048', '+973', NULL, NULL, 1160, true),
  ('BD', 'Bangladesh', 'BGD', '050', '+880', NULL, NULL, 1170, true),
  ('BB', 'Barbados', 'BRB', '052', '+1', NULL, NULL, 1180, true),
  ('BE', 'Bélgica', 'BEL', '056', '+32', NULL, NULL, 1190, true),
  ('BZ', 'Belice', 'BLZ', '084', '+501', NULL, NULL, 1200, true),
  ('BJ', 'Benin', 'BEN', '204', '+229', NULL, NULL, 1210, true),
  ('BM', 'Bermudas', 'BMU', '060', '+1', NULL, NULL, 1220, true),
  ('BY', 'Bielorrusia', 'BLR', '112', '+375', NULL, NULL, 1230, true),
  ('BQ', 'Bonaire, San Eustaquio y Saba', 'BES', '535', '+599', NULL, NULL, 1240, true),
  ('BA', 'Bosnia y Herzegovina', 'BIH', '070', '+387', NULL, NULL, 1250, true),
  ('BW', 'Botswana', 'BWA', '072', '+267', NULL, NULL, 1260, true),
  ('BN', 'Brunei Darussalam', 'BRN', '096', '+673', NULL, NULL, 1270, true),
  ('BG', 'Bulgaria', 'BGR', '100', '+359', NULL, NULL, 1280, true),
  ('BF', 'Burkina Faso', 'BFA', '854', '+226', NULL, NULL, 1290, true),
  ('BI', 'Burundi', 'BDI', '108', '+257', NULL, NULL, 1300, true),
  ('BT', 'Bután', 'BTN', '064', '+975', NULL, NULL, 1310, true),
  ('CV', 'Cabo Verde', 'CPV', '132', '+238', NULL, NULL, 1320, true),
  ('KH', 'Camboya', 'KHM', '116', '+855', NULL, NULL, 1330, true),
  ('CM', 'Camerún', 'CMR', '120', '+237', NULL, NULL, 1340, true),
  ('CA', 'Canadá', 'CAN', '124', '+1', NULL, NULL, 1350, true),
  ('QA', 'Catar', 'QAT', '634', '+974', NULL, NULL, 1360, true),
  ('TD', 'Chad', 'TCD', '148', '+235', NULL, NULL, 1370, true),
  ('CN', 'China', 'CHN', '156', '+86', NULL, NULL, 1380, true),
  ('CY', 'Chipre', 'CYP', '196', '+357', NULL, NULL, 1390, true),
  ('KM', 'Comoras', 'COM', '174', '+269', NULL, NULL, 1400, true),
  ('CG', 'Congo', 'COG', '178', '+242', NULL, NULL, 1410, true),
  ('CD', 'Congo (República Democrática del)', 'COD', '180', '+243', NULL, NULL, 1420, true),
  ('CI', 'Costa de Marfil', 'CIV', '384', '+225', NULL, NULL, 1430, true),
  ('HR', 'Croacia', 'HRV', '191', '+385', NULL, NULL, 1440, true),
  ('CW', 'Curaçao', 'CUW', '531', '+599', NULL, NULL, 1450, true),
  ('DK', 'Dinamarca', 'DNK', '208', '+45', NULL, NULL, 1460, true),
  ('DM', 'Dominica', 'DMA', '212', '+1', NULL, NULL, 1470, true),
  ('EG', 'Egipto', 'EGY', '818', '+20', NULL, NULL, 1480, true),
  ('AE', 'Emiratos Árabes Unidos', 'ARE', '784', '+971', NULL, NULL, 1490, true),
  ('ER', 'Eritrea', 'ERI', '232', '+291', NULL, NULL, 1500, true),
  ('SK', 'Eslovaquia', 'SVK', '703', '+421', NULL, NULL, 1510, true),
  ('SI', 'Eslovenia', 'SVN', '705', '+386', NULL, NULL, 1520, true),
  ('EE', 'Estonia', 'EST', '233', '+372', NULL, NULL, 1530, true),
  ('SZ', 'Esuatini', 'SWZ', '748', '+268', NULL, NULL, 1540, true),
  ('ET', 'Etiopía', 'ETH', '231', '+251', NULL, NULL, 1550, true),
  ('FJ', 'Fiji', 'FJI', '242', '+679', NULL, NULL, 1560, true),
  ('PH', 'Filipinas', 'PHL', '608', '+63', NULL, NULL, 1570, true),
  ('FI', 'Finlandia', 'FIN', '246', '+358', NULL, NULL, 1580, true),
  ('FR', 'Francia', 'FRA', '250', '+33', NULL, NULL, 1590, true),
  ('GA', 'Gabón', 'GAB', '266', '+241', NULL, NULL, 1600, true),
  ('GM', 'Gambia', 'GMB', '270', '+220', NULL, NULL, 1610, true),
  ('GE', 'Georgia', 'GEO', '268', '+995', NULL, NULL, 1620, true),
  ('GS', 'Georgia del Sur y las Islas Sandwich del Sur', 'SGS', '239', NULL, NULL, NULL, 1630, true),
  ('GH', 'Ghana', 'GHA', '288', '+233', NULL, NULL, 1640, true),
  ('GI', 'Gibraltar', 'GIB', '292', '+350', NULL, NULL, 1650, true),
  ('GD', 'Granada', 'GRD', '308', '+1', NULL, NULL, 1660, true),
  ('GR', 'Grecia', 'GRC', '300', '+30', NULL, NULL, 1670, true),
  ('GL', 'Groenlandia', 'GRL', '304', '+299', NULL, NULL, 1680, true),
  ('GP', 'Guadalupe', 'GLP', '312', '+590', NULL, NULL, 1690, true),
  ('GU', 'Guam', 'GUM', '316', '+1', NULL, NULL, 1700, true),
  ('GF', 'Guayana Francesa', 'GUF', '254', '+594', NULL, NULL, 1710, true),
  ('GG', 'Guernsey', 'GGY', '831', '+44', NULL, NULL, 1720, true),
  ('GN', 'Guinea', 'GIN', '324', '+224', NULL, NULL, 1730, true),
  ('GW', 'Guinea Bissau', 'GNB', '624', '+245', NULL, NULL, 1740, true),
  ('GQ', 'Guinea Ecuatorial', 'GNQ', '226', '+240', NULL, NULL, 1750, true),
  ('GY', 'Guyana', 'GUY', '328', '+592', NULL, NULL, 1760, true),
  ('HM', 'Heard e Islas McDonald', 'HMD', '334', NULL, NULL, NULL, 1770, true),
  ('HK', 'Hong Kong', 'HKG', '344', '+852', NULL, NULL, 1780, true),
  ('HU', 'Hungría', 'HUN', '348', '+36', NULL, NULL, 1790, true),
  ('IN', 'India', 'IND', '356', '+91', NULL, NULL, 1800, true),
  ('ID', 'Indonesia', 'IDN', '360', '+62', NULL, NULL, 1810, true),
  ('IR', 'Irán', 'IRN', '364', '+98', NULL, NULL, 1820, true),
  ('IQ', 'Iraq', 'IRQ', '368', '+964', NULL, NULL, 1830, true),
  ('IE', 'Irlanda', 'IRL', '372', '+353', NULL, NULL, 1840, true),
  ('BV', 'Isla Bouvet', 'BVT', '074', NULL, NULL, NULL, 1850, true),
  ('IM', 'Isla de Man', 'IMN', '833', '+44', NULL, NULL, 1860, true),
  ('CX', 'Isla de Navidad', 'CXR', '162', '+61', NULL, NULL, 1870, true),
  ('NF', 'Isla Norfolk', 'NFK', '574', '+672', NULL, NULL, 1880, true),
  ('IS', 'Islandia', 'ISL', '352', '+354', NULL, NULL, 1890, true),
  ('AX', 'Islas Åland', 'ALA', '248', '+358', NULL, NULL, 1900, true),
  ('KY', 'Islas Caimán', 'CYM', '136', '+1', NULL, NULL, 1910, true),
  ('CC', 'Islas Cocos (Keeling)', 'CCK', '166', '+61', NULL, NULL, 1920, true),
  ('CK', 'Islas Cook', 'COK', '184', '+682', NULL, NULL, 1930, true),
  ('FO', 'Islas Feroe', 'FRO', '234', '+298', NULL, NULL, 1940, true),
  ('FK', 'Islas Malvinas', 'FLK', '238', '+500', NULL, NULL, 1950, true),
  ('MP', 'Islas Marianas del Norte', 'MNP', '580', '+1', NULL, NULL, 1960, true),
  ('MH', 'Islas Marshall', 'MHL', '584', '+692', NULL, NULL, 1970, true),
  ('SB', 'Islas Salomón', 'SLB', '090', '+677', NULL, NULL, 1980, true),
  ('TC', 'Islas Turcas y Caicos', 'TCA', '796', '+1', NULL, NULL, 1990, true),
  ('UM', 'Islas Ultramarinas Menores de los Estados Unidos', 'UMI', '581', NULL, NULL, NULL, 2000, true),
  ('VG', 'Islas Vírgenes británicas', 'VGB', '092', '+1', NULL, NULL, 2010, true),
  ('VI', 'Islas Vírgenes de los Estados Unidos', 'VIR', '850', '+1', NULL, NULL, 2020, true),
  ('IL', 'Israel', 'ISR', '376', '+972', NULL, NULL, 2030, true),
  ('IT', 'Italia', 'ITA', '380', '+39', NULL, NULL, 2040, true),
  ('JM', 'Jamaica', 'JAM', '388', '+1', NULL, NULL, 2050, true),
  ('JP', 'Japón', 'JPN', '392', '+81', NULL, NULL, 2060, true),
  ('JE', 'Jersey', 'JEY', '832', '+44', NULL, NULL, 2070, true),
  ('JO', 'Jordania', 'JOR', '400', '+962', NULL, NULL, 2080, true),
  ('KZ', 'Kazajistán', 'KAZ', '398', '+7', NULL, NULL, 2090, true),
  ('KE', 'Kenia', 'KEN', '404', '+254', NULL, NULL, 2100, true),
  ('KG', 'Kirguistán', 'KGZ', '417', '+996', NULL, NULL, 2110, true),
  ('KI', 'Kiribati', 'KIR', '296', '+686', NULL, NULL, 2120, true),
  ('KW', 'Kuwait', 'KWT', '414', '+965', NULL, NULL, 2130, true),
  ('LS', 'Lesoto', 'LSO', '426', '+266', NULL, NULL, 2140, true),
  ('LV', 'Letonia', 'LVA', '428', '+371', NULL, NULL, 2150, true),
  ('LB', 'Líbano', 'LBN', '422', '+961', NULL, NULL, 2160, true),
  ('LR', 'Liberia', 'LBR', '430', '+231', NULL, NULL, 2170, true),
  ('LY', 'Libia', 'LBY', '434', '+218', NULL, NULL, 2180, true),
  ('LI', 'Liechtenstein', 'LIE', '438', '+423', NULL, NULL, 2190, true),
  ('LT', 'Lituania', 'LTU', '440', '+370', NULL, NULL, 2200, true),
  ('LU', 'Luxemburgo', 'LUX', '442', '+352', NULL, NULL, 2210, true),
  ('MO', 'Macao', 'MAC', '446', '+853', NULL, NULL, 2220, true),
  ('MK', 'Macedonia del Norte', 'MKD', '807', '+389', NULL, NULL, 2230, true),
  ('MG', 'Madagascar', 'MDG', '450', '+261', NULL, NULL, 2240, true),
  ('MY', 'Malasia', 'MYS', '458', '+60', NULL, NULL, 2250, true),
  ('MW', 'Malaui', 'MWI', '454', '+265', NULL, NULL, 2260, true),
  ('MV', 'Maldivas', 'MDV', '462', '+960', NULL, NULL, 2270, true),
  ('ML', 'Malí', 'MLI', '466', '+223', NULL, NULL, 2280, true),
  ('MT', 'Malta', 'MLT', '470', '+356', NULL, NULL, 2290, true),
  ('MA', 'Marruecos', 'MAR', '504', '+212', NULL, NULL, 2300, true),
  ('MQ', 'Martinica', 'MTQ', '474', '+596', NULL, NULL, 2310, true),
  ('MU', 'Mauricio', 'MUS', '480', '+230', NULL, NULL, 2320, true),
  ('MR', 'Mauritania', 'MRT', '478', '+222', NULL, NULL, 2330, true),
  ('YT', 'Mayotte', 'MYT', '175', '+262', NULL, NULL, 2340, true),
  ('FM', 'Micronesia', 'FSM', '583', '+691', NULL, NULL, 2350, true),
  ('MD', 'Moldavia', 'MDA', '498', '+373', NULL, NULL, 2360, true),
  ('MC', 'Mónaco', 'MCO', '492', '+377', NULL, NULL, 2370, true),
  ('MN', 'Mongolia', 'MNG', '496', '+976', NULL, NULL, 2380, true),
  ('ME', 'Montenegro', 'MNE', '499', '+382', NULL, NULL, 2390, true),
  ('MS', 'Montserrat', 'MSR', '500', '+1', NULL, NULL, 2400, true),
  ('MZ', 'Mozambique', 'MOZ', '508', '+258', NULL, NULL, 2410, true),
  ('MM', 'Myanmar', 'MMR', '104', '+95', NULL, NULL, 2420, true),
  ('NA', 'Namibia', 'NAM', '516', '+264', NULL, NULL, 2430, true),
  ('NR', 'Nauru', 'NRU', '520', '+674', NULL, NULL, 2440, true),
  ('NP', 'Nepal', 'NPL', '524', '+977', NULL, NULL, 2450, true),
  ('NE', 'Níger', 'NER', '562', '+227', NULL, NULL, 2460, true),
  ('NG', 'Nigeria', 'NGA', '566', '+234', NULL, NULL, 2470, true),
  ('NU', 'Niue', 'NIU', '570', '+683', NULL, NULL, 2480, true),
  ('NO', 'Noruega', 'NOR', '578', '+47', NULL, NULL, 2490, true),
  ('NC', 'Nueva Caledonia', 'NCL', '540', '+687', NULL, NULL, 2500, true),
  ('NZ', 'Nueva Zelanda', 'NZL', '554', '+64', NULL, NULL, 2510, true),
  ('OM', 'Omán', 'OMN', '512', '+968', NULL, NULL, 2520, true),
  ('NL', 'Países Bajos', 'NLD', '528', '+31', NULL, NULL, 2530, true),
  ('PK', 'Pakistán', 'PAK', '586', '+92', NULL, NULL, 2540, true),
  ('PW', 'Palau', 'PLW', '585', '+680', NULL, NULL, 2550, true),
  ('PS', 'Palestina', 'PSE', '275', '+970', NULL, NULL, 2560, true),
  ('PG', 'Papua Nueva Guinea', 'PNG', '598', '+675', NULL, NULL, 2570, true),
  ('PN', 'Pitcairn', 'PCN', '612', NULL, NULL, NULL, 2580, true),
  ('PF', 'Polinesia Francesa', 'PYF', '258', '+689', NULL, NULL, 2590, true),
  ('PL', 'Polonia', 'POL', '616', '+48', NULL, NULL, 2600, true),
  ('PT', 'Portugal', 'PRT', '620', '+351', NULL, NULL, 2610, true),
  ('GB', 'Reino Unido', 'GBR', '826', '+44', NULL, NULL, 2620, true),
  ('SY', 'República Árabe Siria', 'SYR', '760', '+963', NULL, NULL, 2630, true),
  ('CF', 'República Centroafricana', 'CAF', '140', '+236', NULL, NULL, 2640, true),
  ('CZ', 'República Checa', 'CZE', '203', '+420', NULL, NULL, 2650, true),
  ('KR', 'República de Corea', 'KOR', '410', '+82', NULL, NULL, 2660, true),
  ('LA', 'República Democrática Popular de Lao', 'LAO', '418', '+856', NULL, NULL, 2670, true),
  ('KP', 'República Popular Democrática de Corea', 'PRK', '408', '+850', NULL, NULL, 2680, true),
  ('RE', 'Reunión', 'REU', '638', '+262', NULL, NULL, 2690, true),
  ('RW', 'Ruanda', 'RWA', '646', '+250', NULL, NULL, 2700, true),
  ('RO', 'Rumanía', 'ROU', '642', '+40', NULL, NULL, 2710, true),
  ('RU', 'Rusia', 'RUS', '643', '+7', NULL, NULL, 2720, true),
  ('EH', 'Sahara Occidental', 'ESH', '732', '+212', NULL, NULL, 2730, true),
  ('BL', 'Saint Barthélemy', 'BLM', '652', '+590', NULL, NULL, 2740, true),
  ('KN', 'Saint Kitts y Nevis', 'KNA', '659', '+1', NULL, NULL, 2750, true),
  ('MF', 'Saint Martin (francesa)', 'MAF', '663', '+590', NULL, NULL, 2760, true),
  ('WS', 'Samoa', 'WSM', '882', '+685', NULL, NULL, 2770, true),
  ('AS', 'Samoa Americana', 'ASM', '016', '+1', NULL, NULL, 2780, true),
  ('SM', 'San Marino', 'SMR', '674', '+378', NULL, NULL, 2790, true),
  ('PM', 'San Pedro y Miquelón', 'SPM', '666', '+508', NULL, NULL, 2800, true),
  ('VC', 'San Vicente y las Granadinas', 'VCT', '670', '+1', NULL, NULL, 2810, true),
  ('SH', 'Santa Helena, Ascensión y Tristán de Acuña', 'SHN', '654', '+290', NULL, NULL, 2820, true),
  ('LC', 'Santa Lucía', 'LCA', '662', '+1', NULL, NULL, 2830, true),
  ('VA', 'Santa Sede', 'VAT', '336', '+39', NULL, NULL, 2840, true),
  ('ST', 'Santo Tomé y Príncipe', 'STP', '678', '+239', NULL, NULL, 2850, true),
  ('SN', 'Senegal', 'SEN', '686', '+221', NULL, NULL, 2860, true),
  ('RS', 'Serbia', 'SRB', '688', '+381', NULL, NULL, 2870, true),
  ('SC', 'Seychelles', 'SYC', '690', '+248', NULL, NULL, 2880, true),
  ('SL', 'Sierra Leona', 'SLE', '694', '+232', NULL, NULL, 2890, true),
  ('SG', 'Singapur', 'SGP', '702', '+65', NULL, NULL, 2900, true),
  ('SX', 'Sint Maarten (neerlandesa)', 'SXM', '534', '+1', NULL, NULL, 2910, true),
  ('SO', 'Somalia', 'SOM', '706', '+252', NULL, NULL, 2920, true),
  ('LK', 'Sri Lanka', 'LKA', '144', '+94', NULL, NULL, 2930, true),
  ('ZA', 'Sudáfrica', 'ZAF', '710', '+27', NULL, NULL, 2940, true),
  ('SD', 'Sudán', 'SDN', '729', '+249', NULL, NULL, 2950, true),
  ('SS', 'Sudán del Sur', 'SSD', '728', '+211', NULL, NULL, 2960, true),
  ('SE', 'Suecia', 'SWE', '752', '+46', NULL, NULL, 2970, true),
  ('CH', 'Suiza', 'CHE', '756', '+41', NULL, NULL, 2980, true),
  ('SR', 'Suriname', 'SUR', '740', '+597', NULL, NULL, 2990, true),
  ('SJ', 'Svalbard y Jan Mayen', 'SJM', '744', '+47', NULL, NULL, 3000, true),
  ('TH', 'Tailandia', 'THA', '764', '+66', NULL, NULL, 3010, true),
  ('TW', 'Taiwán', 'TWN', '158', '+886', NULL, NULL, 3020, true),
  ('TZ', 'Tanzania', 'TZA', '834', '+255', NULL, NULL, 3030, true),
  ('TJ', 'Tayikistán', 'TJK', '762', '+992', NULL, NULL, 3040, true),
  ('IO', 'Territorio Británico del Océano Índico', 'IOT', '086', '+246', NULL, NULL, 3050, true),
  ('TF', 'Tierras Australes Francesas', 'ATF', '260', NULL, NULL, NULL, 3060, true),
  ('TL', 'Timor-Leste', 'TLS', '626', '+670', NULL, NULL, 3070, true),
  ('TG', 'Togo', 'TGO', '768', '+228', NULL, NULL, 3080, true),
  ('TK', 'Tokelau', 'TKL', '772', '+690', NULL, NULL, 3090, true),
  ('TO', 'Tonga', 'TON', '776', '+676', NULL, NULL, 3100, true),
  ('TT', 'Trinidad y Tobago', 'TTO', '780', '+1', NULL, NULL, 3110, true),
  ('TN', 'Túnez', 'TUN', '788', '+216', NULL, NULL, 3120, true),
  ('TM', 'Turkmenistán', 'TKM', '795', '+993', NULL, NULL, 3130, true),
  ('TR', 'Turquía', 'TUR', '792', '+90', NULL, NULL, 3140, true),
  ('TV', 'Tuvalu', 'TUV', '798', '+688', NULL, NULL, 3150, true),
  ('UA', 'Ucrania', 'UKR', '804', '+380', NULL, NULL, 3160, true),
  ('UG', 'Uganda', 'UGA', '800', '+256', NULL, NULL, 3170, true),
  ('UZ', 'Uzbekistán', 'UZB', '860', '+998', NULL, NULL, 3180, true),
  ('VU', 'Vanuatu', 'VUT', '548', '+678', NULL, NULL, 3190, true),
  ('VN', 'Vietnam', 'VNM', '704', '+84', NULL, NULL, 3200, true),
  ('WF', 'Wallis y Futuna', 'WLF', '876', '+681', NULL, NULL, 3210, true),
  ('YE', 'Yemen', 'YEM', '887', '+967', NULL, NULL, 3220, true),
  ('DJ', 'Yibuti', 'DJI', '262', '+253', NULL, NULL, 3230, true),
  ('ZM', 'Zambia', 'ZMB', '894', '+260', NULL, NULL, 3240, true),
  ('ZW', 'Zimbabue', 'ZWE', '716', '+263', NULL, NULL, 3250, true);

-- Localities -----------------------------------------------------------------------------------------------------

CALL create_catalogue('localities', $$
  country_id uuid NOT NULL REFERENCES countries ON DELETE RESTRICT,
  parent_id uuid REFERENCES localities ON DELETE RESTRICT,
  iso_code text CHECK (char_length(iso_code) <= 6)
$$, 'country_id, parent_id');
CREATE INDEX localities_parent_id ON localities (parent_id);
CREATE TRIGGER refuse_cycle BEFORE UPDATE OF parent_id ON localities FOR EACH ROW EXECUTE FUNCTION refuse_cycle('parent_id');

-- ISO 3166-2:DO, then the zones in which coverage is sold.
INSERT INTO localities (code, name, country_id, iso_code, sort_order, description)
SELECT v.code, v.name, c.id, v.iso_code, (row_number() OVER ()) * 10, v.description
FROM countries c, (VALUES
  ('DO-01', 'Distrito Nacional', 'DO-01', NULL),
  ('DO-02', 'Azua', 'DO-02', NULL),
  ('DO-03', 'Baoruco', 'DO-03', NULL),
  ('DO-04', 'Barahona', 'DO-04', NULL),
  ('DO-05', 'Dajabón', 'DO-05', NULL),
  ('DO-06', 'Duarte', 'DO-06', NULL),
  ('DO-07', 'Elías Piña', 'DO-07', NULL),
  ('DO-08', 'El Seibo', 'DO-08', NULL),
  ('DO-09', 'Espaillat', 'DO-09', NULL),
  ('DO-10', 'Independencia', 'DO-10', NULL),
  ('DO-11', 'La Altagracia', 'DO-11', NULL),
  ('DO-12', 'La Romana', 'DO-12', NULL),
  ('DO-13', 'La Vega', 'DO-13', NULL),
  ('DO-14', 'María Trinidad Sánchez', 'DO-14', NULL),
  ('DO-15', 'Monte Cristi', 'DO-15', NULL),
  ('DO-16', 'Pedernales', 'DO-16', NULL),
  ('DO-17', 'Peravia', 'DO-17', NULL),
  ('DO-18', 'Puerto Plata', 'DO-18', NULL),
  ('DO-19', 'Hermanas Mirabal', 'DO-19', NULL),
  ('DO-20', 'Samaná', 'DO-20', NULL),
  ('DO-21', 'San Cristóbal', 'DO-21', NULL),
  ('DO-22', 'San Juan', 'DO-22', NULL),
  ('DO-23', 'San Pedro de Macorís', 'DO-23', NULL),
  ('DO-24', 'Sánchez Ramírez', 'DO-24', NULL),
  ('DO-25', 'Santiago', 'DO-25', NULL),
  ('DO-26', 'Santiago Rodríguez', 'DO-26', NULL),
  ('DO-27', 'Valverde', 'DO-27', NULL),
  ('DO-28', 'Monseñor Nouel', 'DO-28', NULL),
  ('DO-29', 'Monte Plata', 'DO-29', NULL),
  ('DO-30', 'Hato Mayor', 'DO-30', NULL),
  ('DO-31', 'San José de Ocoa', 'DO-31', NULL),
  ('DO-32', 'Santo Domingo', 'DO-32', NULL),
  ('ZONA-NACIONAL', 'Nacional', NULL, 'Zona de cobertura: todo el país.'),
  ('ZONA-GSD', 'Gran Santo Domingo', NULL, 'Zona de cobertura: Distrito Nacional y provincia Santo Domingo.'),
  ('ZONA-CIBAO', 'Cibao', NULL, 'Zona de cobertura: región norte.'),
  ('ZONA-ESTE', 'Este', NULL, 'Zona de cobertura: región este.'),
  ('ZONA-SUR', 'Sur', NULL, 'Zona de cobertura: región sur.')
) AS v (code, name, iso_code, description)
WHERE c.code = 'DO';

-- Industries -----------------------------------------------------------------------------------------------------

CALL create_catalogue('industries', $$
  parent_id uuid REFERENCES industries ON DELETE RESTRICT,
  iab_code text CHECK (char_length(iab_code) <= 20),
  regulated text NOT NULL DEFAULT 'none'
    CHECK (regulated IN ('none', 'alcohol', 'tobacco', 'gambling', 'politics', 'pharma', 'financial')),
  requires_approval boolean NOT NULL DEFAULT false
$$);
CREATE INDEX industries_parent_id ON industries (parent_id);
CREATE TRIGGER refuse_cycle BEFORE UPDATE OF parent_id ON industries FOR EACH ROW EXECUTE FUNCTION refuse_cycle('parent_id');

-- IAB Ad Product Taxonomy 2.0, first tier; the last four are local additions without IAB code.
INSERT INTO industries (code, name, iab_code, regulated, requires_approval, sort_order)
SELECT v.code, v.name, substring(v.code FROM '^\d+$'), v.regulated, v.requires_approval, (row_number() OVER ()) * 10
FROM (VALUES
  ('1001', 'Productos y servicios para adultos', 'none', true),
  ('1002', 'Bebidas alcohólicas', 'alcohol', true),
  ('1008', 'Cultura y bellas artes', 'none', false),
  ('1010', 'Empresas e industria', 'none', false),
  ('1049', 'Cannabis', 'none', true),
  ('1058', 'Ropa y accesorios', 'none', false),
  ('1075', 'Coleccionables y antigüedades', 'none', false),
  ('1082', 'Software', 'none', false),
  ('1088', 'Servicios de cosmética', 'none', false),
  ('1097', 'Electrónica de consumo', 'none', false),
  ('1123', 'Consumo masivo', 'none', false),
  ('1259', 'Citas', 'none', false),
  ('1262', 'Temas sociales sensibles', 'none', true),
  ('1263', 'Bienes duraderos', 'none', false),
  ('1291', 'Dietas y control de peso', 'none', true),
  ('1295', 'Educación y carreras', 'none', false),
  ('1315', 'Eventos y espectáculos', 'none', false),
  ('1328', 'Familia y crianza', 'none', false),
  ('1335', 'Banca, finanzas y seguros', 'financial', true),
  ('1355', 'Alimentos y restaurantes', 'none', false),
  ('1361', 'Juegos de azar y bancas de apuestas', 'gambling', true),
  ('1368', 'Ecológico y sostenible', 'none', false),
  ('1371', 'Regalos y fiestas', 'none', false),
  ('1378', 'Salud y servicios médicos', 'none', true),
  ('1396', 'Hogar y jardín', 'none', false),
  ('1416', 'Servicios legales', 'none', false),
  ('1419', 'Medios y entretenimiento', 'none', false),
  ('1443', 'Metales', 'none', false),
  ('1448', 'Criptoactivos', 'financial', true),
  ('1452', 'Organizaciones sin fines de lucro', 'none', false),
  ('1460', 'Mascotas', 'none', false),
  ('1467', 'Telecomunicaciones', 'none', false),
  ('1473', 'Farmacéuticos', 'pharma', true),
  ('1474', 'Política', 'politics', true),
  ('1482', 'Bienes raíces y construcción', 'none', false),
  ('1487', 'Religión', 'none', false),
  ('1494', 'Comercio minorista', 'none', false),
  ('1510', 'Actividad física', 'none', false),
  ('1519', 'Salud sexual', 'none', true),
  ('1524', 'Artículos deportivos', 'none', false),
  ('1529', 'Viajes y turismo', 'none', false),
  ('1544', 'Tabaco y vapeo', 'tobacco', true),
  ('1551', 'Vehículos', 'none', false),
  ('1576', 'Armas y municiones', 'none', true),
  ('GOBIERNO', 'Gobierno e instituciones públicas', 'none', false),
  ('ZONAS-FRANCAS', 'Zonas francas', 'none', false),
  ('ENERGIA', 'Energía y combustibles', 'none', false),
  ('LOGISTICA', 'Logística y courier', 'none', false)
) AS v (code, name, regulated, requires_approval);

-- Clients: types, categories, sources, clusters ------------------------------------------------------------------

CALL create_catalogue('client_types');
INSERT INTO client_types (code, name, sort_order)
SELECT v.code, v.name, (row_number() OVER ()) * 10
FROM (VALUES
  ('DIRECTO', 'Cliente directo'),
  ('AGENCIA', 'Cliente de agencia'),
  ('GOBIERNO', 'Gobierno o institución pública'),
  ('POLITICO', 'Político o partido'),
  ('ONG', 'ONG o sin fines de lucro'),
  ('CANJE', 'Canje o intercambio'),
  ('INTERNO', 'Interno (empresas del grupo)'),
  ('EXTRANJERO', 'Extranjero'),
  ('CONSUMIDOR', 'Consumidor final o clasificados')
) AS v (code, name);

CALL create_catalogue('client_categories');
INSERT INTO client_categories (code, name, sort_order)
SELECT v.code, v.name, (row_number() OVER ()) * 10
FROM (VALUES
  ('ESTRATEGICO', 'Estratégico'),
  ('A', 'A'),
  ('B', 'B'),
  ('C', 'C'),
  ('NUEVO', 'Nuevo'),
  ('RECUPERADO', 'Recuperado'),
  ('INACTIVO', 'Inactivo')
) AS v (code, name);

CALL create_catalogue('lead_sources', $$
  parent_id uuid REFERENCES lead_sources ON DELETE RESTRICT,
  kind text NOT NULL DEFAULT 'organic'
    CHECK (kind IN ('organic', 'referral', 'advertising', 'event', 'tender', 'recurring')),
  is_referral boolean NOT NULL DEFAULT false
$$);
CREATE INDEX lead_sources_parent_id ON lead_sources (parent_id);
CREATE TRIGGER refuse_cycle BEFORE UPDATE OF parent_id ON lead_sources FOR EACH ROW EXECUTE FUNCTION refuse_cycle('parent_id');

INSERT INTO lead_sources (code, name, kind, is_referral, is_system, sort_order)
SELECT v.code, v.name, v.kind, v.kind = 'referral', v.is_system, (row_number() OVER ()) * 10
FROM (VALUES
  ('LLAMADA', 'Llamada en frío', 'organic', false),
  ('VISITA', 'Visita directa', 'organic', false),
  ('REF-CLIENTE', 'Referido por cliente', 'referral', true),
  ('REF-AGENCIA', 'Referido por agencia', 'referral', true),
  ('REF-EMPLEADO', 'Referido por empleado', 'referral', true),
  ('RENOVACION', 'Renovación', 'recurring', false),
  ('RECURRENTE', 'Cliente recurrente', 'recurring', false),
  ('BRIEF', 'Agencia o brief (RFP)', 'tender', false),
  ('LICITACION', 'Licitación pública', 'tender', false),
  ('WEB', 'Registro web', 'organic', true),
  ('CORREO', 'Correo entrante', 'organic', false),
  ('WHATSAPP', 'WhatsApp', 'organic', false),
  ('REDES', 'Redes sociales', 'organic', false),
  ('EVENTO', 'Evento o feria', 'event', false),
  ('PAUTA', 'Pauta propia (autopromoción)', 'advertising', false),
  ('PROSPECCION', 'Prospección (Target List)', 'organic', true),
  ('IMPORTACION', 'Importación', 'organic', false)
) AS v (code, name, kind, is_system);

CALL create_catalogue('clusters', $$
  kind text NOT NULL DEFAULT 'clients' CHECK (kind IN ('inventory', 'clients'))
$$);
INSERT INTO clusters (code, name, kind, sort_order)
SELECT v.code, v.name, v.kind, (row_number() OVER ()) * 10
FROM (VALUES
  ('RED-NACIONAL', 'Red nacional', 'inventory'),
  ('GSD', 'Gran Santo Domingo', 'inventory'),
  ('CIBAO', 'Cibao y Norte', 'inventory'),
  ('ESTE', 'Región Este turística', 'inventory'),
  ('SUR', 'Región Sur', 'inventory'),
  ('JUVENIL-FM', 'Juvenil FM', 'inventory'),
  ('NOTICIAS', 'Noticias y opinión', 'inventory'),
  ('DEPORTES', 'Deportes', 'inventory'),
  ('PREMIUM-OOH', 'Premium OOH corredor', 'inventory'),
  ('CUENTAS-GOBIERNO', 'Cuentas gobierno', 'clients'),
  ('CUENTAS-MULTI', 'Cuentas multinacionales', 'clients')
) AS v (code, name, kind);

-- Credit terms ---------------------------------------------------------------------------------------------------

CALL create_catalogue('credit_terms', $$
  days integer NOT NULL DEFAULT 0 CHECK (days BETWEEN 0 AND 365),
  kind text NOT NULL DEFAULT 'days' CHECK (kind IN ('cash', 'days', 'end_of_month', 'milestones', 'prepaid')),
  discount_pct numeric(7,4) CHECK (discount_pct BETWEEN 0 AND 100),
  discount_days integer CHECK (discount_days BETWEEN 0 AND 365)
$$);
CREATE INDEX credit_terms_by_days ON credit_terms (days, id);
CREATE INDEX credit_terms_by_discount_days ON credit_terms (discount_days, id) WHERE discount_days IS NOT NULL;

INSERT INTO credit_terms (code, name, kind, days, discount_pct, discount_days, is_system, sort_order, description)
SELECT v.code, v.name, v.kind, v.days, v.discount_pct, v.discount_days, v.is_system, (row_number() OVER ()) * 10, v.description
FROM (VALUES
  ('CONTADO', 'Contado', 'cash', 0, NULL::numeric, NULL::integer, false, NULL),
  ('PREPAGO', 'Prepago', 'prepaid', 0, NULL, NULL, true, 'Se paga antes de salir al aire.'),
  ('CONTRA-ENTREGA', 'Contra entrega', 'cash', 0, NULL, NULL, false, NULL),
  ('7D', '7 días', 'days', 7, NULL, NULL, false, NULL),
  ('15D', '15 días', 'days', 15, NULL, NULL, false, NULL),
  ('30D', '30 días', 'days', 30, NULL, NULL, true, NULL),
  ('45D', '45 días', 'days', 45, NULL, NULL, false, NULL),
  ('60D', '60 días', 'days', 60, NULL, NULL, false, NULL),
  ('90D', '90 días', 'days', 90, NULL, NULL, false, NULL),
  ('120D', '120 días', 'days', 120, NULL, NULL, false, NULL),
  ('FM-30', 'Fin de mes + 30', 'end_of_month', 30, NULL, NULL, false, NULL),
  ('50-50', '50 % anticipo, 50 % a 30 días', 'milestones', 30, NULL, NULL, false, NULL),
  ('30-60-90', '30/60/90 días', 'milestones', 90, NULL, NULL, false, 'Tres partes iguales.'),
  ('2-10-30', '2 % 10, neto 30', 'days', 30, 2, 10, false, '2 % de descuento si se paga en 10 días.'),
  ('CANJE', 'Canje', 'cash', 0, NULL, NULL, false, 'Sin vencimiento monetario.')
) AS v (code, name, kind, days, discount_pct, discount_days, is_system, description);

-- Job positions --------------------------------------------------------------------------------------------------

CALL create_catalogue('job_positions');
INSERT INTO job_positions (code, name, sort_order)
SELECT v.code, v.name, (row_number() OVER ()) * 10
FROM (VALUES
  ('PRESIDENTE', 'Presidente'),
  ('GTE-GENERAL', 'Gerente General'),
  ('GTE-MERCADEO', 'Gerente de Mercadeo'),
  ('GTE-MARCA', 'Gerente de Marca'),
  ('DIR-MEDIOS', 'Director de Medios'),
  ('PLANIF-MEDIOS', 'Planificador de Medios'),
  ('COMPRADOR-MEDIOS', 'Comprador de Medios'),
  ('EJEC-CUENTAS', 'Ejecutivo de Cuentas'),
  ('DIR-CREATIVO', 'Director Creativo'),
  ('TRAFICO', 'Tráfico'),
  ('GTE-FINANCIERO', 'Gerente Financiero'),
  ('CONTADOR', 'Contador'),
  ('CTAS-PAGAR', 'Cuentas por Pagar'),
  ('COMPRAS', 'Compras'),
  ('ASISTENTE', 'Asistente'),
  ('REP-LEGAL', 'Representante Legal'),
  ('GTE-COMERCIAL', 'Gerente Comercial'),
  ('EJEC-VENTAS', 'Ejecutivo de Ventas'),
  ('COORD-COMERCIAL', 'Coordinador Comercial'),
  ('ANALISTA-PAUTA', 'Analista de Pauta'),
  ('OPER-MASTER', 'Operador de Máster'),
  ('INSTALADOR-OOH', 'Instalador OOH'),
  ('ANALISTA-FACT', 'Analista de Facturación'),
  ('GESTOR-COBROS', 'Gestor de Cobros')
) AS v (code, name);

-- Platforms ------------------------------------------------------------------------------------------------------

CALL create_catalogue('platforms', $$
  linear boolean NOT NULL DEFAULT false
$$);
INSERT INTO platforms (code, name, linear, sort_order, description)
SELECT v.code, v.name, v.linear, (row_number() OVER ()) * 10, v.description
FROM (VALUES
  ('TV', 'Televisión', true, 'Se vende por spots o segundos.'),
  ('RADIO', 'Radio', true, 'Se vende por spots o segundos.'),
  ('OOH', 'Publicidad exterior estática', false, 'Se vende por caras al mes.'),
  ('DOOH', 'Publicidad exterior digital', false, 'Se vende por espacios del ciclo.'),
  ('PRENSA', 'Prensa', false, 'Se vende por módulos o columna por centímetro.'),
  ('REVISTA', 'Revista', false, 'Se vende por páginas.'),
  ('DIGITAL', 'Digital web y app', false, 'Se vende por impresiones.'),
  ('REDES', 'Redes sociales', false, 'Se vende por publicaciones.'),
  ('STREAMING', 'Streaming, OTT y CTV', false, 'Se vende por impresiones.'),
  ('PODCAST', 'Podcast y audio digital', false, NULL),
  ('CINE', 'Cine', false, 'Se vende por funciones.'),
  ('EVENTOS', 'Eventos y activaciones', false, NULL),
  ('CORREO', 'Correo y newsletter', false, 'Se vende por envíos.'),
  ('PRODUCCION', 'Producción', false, 'Servicio.')
) AS v (code, name, linear, description);

-- Lists of people and roles --------------------------------------------------------------------------------------

ALTER TABLE users ADD CONSTRAINT users_job_position_id_fkey
  FOREIGN KEY (job_position_id) REFERENCES job_positions ON DELETE RESTRICT;

-- When the rows of user_roles last changed: other roles are another version of the user.
ALTER TABLE users ADD COLUMN links_changed_at timestamptz;

CREATE INDEX users_by_full_name ON users ((sort_key(full_name) COLLATE "C"), id);
CREATE INDEX users_by_email ON users ((sort_key(email) COLLATE "C"), id);
CREATE INDEX users_by_status ON users ((status COLLATE "C"), id);
CREATE INDEX users_by_last_login_at ON users (last_login_at, id) WHERE last_login_at IS NOT NULL;
CREATE INDEX users_by_created_at ON users (created_at, id);
CREATE INDEX users_by_updated_at ON users (updated_at, id);
CREATE INDEX users_search ON users USING gin (fold(full_name || ' ' || email) gin_trgm_ops);

CREATE INDEX roles_by_name ON roles ((sort_key(name) COLLATE "C"), id);
CREATE INDEX roles_by_display_name ON roles ((sort_key(display_name) COLLATE "C"), id);
CREATE INDEX roles_by_created_at ON roles (created_at, id);
CREATE INDEX roles_by_updated_at ON roles (updated_at, id);
CREATE INDEX roles_search ON roles USING gin (fold(name || ' ' || display_name) gin_trgm_ops);
