import type { Field } from '../kinds/kind.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';

/** A setting of the system: a field whose `initial` is the default, and who may read it. */
export interface Setting {
  readonly field: Field;
  readonly group: string;
  /** Readable without signing in, because a guest page shows it. */
  readonly isPublic: boolean;
}

const setting = (group: string, field: Field, isPublic = false): Setting => ({ group, field, isPublic });

const label = (name: string, initial: string): Field =>
  text(name, { max: 60, required: true, initial, width: 'medium' });

/** Every setting by key. The first six, with these defaults, are `spec.md` §3. */
export const settings: Readonly<Record<string, Setting>> = {
  client_code_label: setting('Clientes', label('Etiqueta del código', 'Código')),
  client_code_placeholder: setting('Clientes', label('Ejemplo del código', 'Ej: CLI-001, ACME-2024')),
  company_code_label: setting('Clientes', label('Etiqueta del código externo', 'Código Externo')),
  company_code_placeholder: setting(
    'Clientes',
    label('Ejemplo del código externo', 'Ej: EXT-001, ERP-12345, SYS-ABC'),
  ),
  client_additional_sales_rep_visible: setting(
    'Clientes',
    yesNo('Mostrar el segundo vendedor', { initial: true }),
  ),
  client_additional_sales_rep_label: setting(
    'Clientes',
    label('Etiqueta del segundo vendedor', 'Vendedor Adicional'),
  ),
  registration_enabled: setting(
    'Acceso',
    yesNo('Permitir que el personal se registre por su cuenta', { initial: true }),
    true,
  ),
};
