import type { Field } from '../../kinds/kind.ts';
import { integer, percent } from '../../kinds/number.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { SettingGroup } from './setting.ts';

const label = (name: string, initial: string, hint: string): Field =>
  text(name, { max: 60, required: true, initial, width: 'medium', hint }) as Field;

/** Labels and codes of clients; the first six settings, with these defaults, are those of `spec.md` §3. */
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
    registration_answer_hours: integer('Plazo para responder un registro', {
      min: 1,
      max: 240,
      required: true,
      initial: 24,
      hint: 'Horas. Rige el SLA de los registros de clientes que lleguen desde ahora.',
    }),
    registration_link_days: integer('Vigencia del enlace para completar un registro', {
      min: 1,
      max: 60,
      required: true,
      initial: 7,
      hint: 'Días que vale el enlace que recibe quien debe enviar más información.',
    }),
    portfolio_concentration_pct: percent('Concentración de cartera', {
      max: 100,
      required: true,
      initial: '25.0000',
      hint: 'Desde qué parte de los clientes en manos de una sola persona avisan Distribución de Cartera y las transferencias.',
    }),
    ref_label: label(
      'Nombre de «REF»',
      'Referidos',
      'Cómo se llaman las personas y empresas de Seguimiento - REF; regirá también Oportunidades - REF.',
    ),
  },
};
