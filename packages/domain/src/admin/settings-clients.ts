import type { Field } from '../kinds/kind.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import type { SettingGroup } from './setting.ts';

const label = (name: string, initial: string, hint: string): Field =>
  text(name, { max: 60, required: true, initial, width: 'medium', hint }) as Field;

/** How clients are called and coded; the first six, with these defaults, are `spec.md` §3. */
export const clients: SettingGroup = {
  label: 'Clientes',
  fields: {
    client_code_label: label(
      'Etiqueta del código',
      'Código',
      'Cómo se llama el código del cliente en pantallas y listas.',
    ),
    client_code_placeholder: label(
      'Ejemplo del código',
      'Ej: CLI-001, ACME-2024',
      'Se muestra mientras el código está vacío.',
    ),
    company_code_label: label(
      'Etiqueta del código externo',
      'Código Externo',
      'Cómo se llama el código que el cliente tiene en el otro sistema.',
    ),
    company_code_placeholder: label(
      'Ejemplo del código externo',
      'Ej: EXT-001, ERP-12345, SYS-ABC',
      'Se muestra mientras el código externo está vacío.',
    ),
    client_additional_sales_rep_visible: yesNo('Mostrar el segundo vendedor', {
      initial: true,
      hint: 'Apagado, el dato deja de verse; lo guardado se conserva.',
    }),
    client_additional_sales_rep_label: label(
      'Etiqueta del segundo vendedor',
      'Vendedor Adicional',
      'Cómo se llama el segundo vendedor de un cliente.',
    ),
    ref_label: label(
      'Nombre de «REF»',
      'Referidos',
      'Regirá cómo se llaman Seguimiento - REF y Oportunidades - REF.',
    ),
  },
};
