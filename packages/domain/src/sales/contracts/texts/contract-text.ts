import { companies } from '../../../catalogues/organization.ts';
import { defineDocument } from '../../../document/document.ts';
import { choice } from '../../../kinds/choice.ts';
import { date } from '../../../kinds/date.ts';
import { reference } from '../../../kinds/reference.ts';
import { longText, text } from '../../../kinds/text.ts';
import type { Resource, Rule } from '../../../resource/resource.ts';
import { textProblems } from './fill-text.ts';

/** States of a text of contracts. */
export const contractTextStates = {
  draft: ['Borrador', 'neutral'],
  in_use: ['En uso', 'success'],
  withdrawn: ['Retirado', 'neutral'],
} as const;

const fieldsExist: Rule = ({ body }) => {
  const problems = textProblems(String(body ?? ''));
  return problems.length === 0 ? null : { body: [...problems] };
};

/**
 * The terms that contracts are signed with, as a text with fields (domain §1.4). One is in use for each company and one for
 * all others; it does not change any more, and another one replaces it. A signed contract keeps its terms in its content.
 */
export const contractTexts: Resource = defineDocument({
  name: 'contract_texts',
  screen: 'ventas/contratos/textos',
  label: { one: 'Texto de contrato', many: 'Textos de contratos', gender: 'm' },
  fields: {
    name: text('Nombre', {
      max: 120,
      required: true,
      sortable: true,
      width: 'wide',
      placeholder: 'Condiciones generales 2026',
    }),
    company_id: reference('Compañía', () => companies, {
      hint: 'Vacía: para las compañías que no tienen uno propio en uso.',
    }),
    status: choice('Estado', contractTextStates, {
      readOnly: true,
      required: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
    used_on: date('En uso desde', { readOnly: true, sortable: true }),
    body: longText('Texto', {
      max: 40_000,
      required: true,
      hint: 'Una línea que empieza con # titula una cláusula, que se numera sola; con - es un punto de una lista. Una línea vacía separa párrafos.',
    }),
  },
  title: 'name',
  search: ['name'],
  columns: ['name', 'company_id', 'status', 'used_on', 'updated_at'],
  brief: ['company_id', 'used_on'],
  filters: ['status', 'company_id', 'used_on'],
  sections: [
    { label: 'Texto', fields: ['name', 'company_id', 'status', 'used_on'] },
    { label: 'Condiciones', fields: ['body'] },
  ],
  likeness: { by: {} },
  permissions: {
    viewAll: null,
    create: 'contracts.configure',
    updateAll: 'contracts.configure',
    archive: 'contracts.configure',
  },
  rules: [fieldsExist],
  state: 'status',
  offeredIn: ['in_use'],
  finished: ['withdrawn'],
  commands: {
    use: {
      label: 'Poner en uso',
      done: 'Texto en uso',
      from: ['draft'],
      to: 'in_use',
      tone: 'primary',
      single: true,
      explanation:
        'Los contratos que se envíen a firma desde ahora llevan este texto, y el que se usaba se retira. Lo que ya se envió no cambia.',
      undo: { never: 'Ponga en uso otro texto: este se retira.' },
    },
    copy: {
      label: 'Copiar',
      done: 'Texto copiado',
      single: true,
      explanation: 'Hace un borrador con el mismo texto, para cambiarlo y ponerlo en uso en su lugar.',
      undo: { by: 'log' },
    },
    withdraw: {
      label: 'Retirar',
      done: 'Texto retirado',
      from: ['in_use'],
      to: 'withdrawn',
      tone: 'danger',
      explanation:
        'Si ningún otro está en uso para la compañía, sus contratos se envían a firma sin condiciones generales.',
      undo: { never: 'Cópielo y ponga en uso la copia.' },
    },
  },
  lines: {},
  freeze: { from: ['in_use', 'withdrawn'], except: [] },
});
