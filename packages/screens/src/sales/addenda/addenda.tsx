import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy } from 'react';
import { ComponentsInput } from '../lines/components/components-input.tsx';
import { DaysInput } from '../lines/days-input.tsx';
import { useAddendumTables } from './addendum-tables.ts';
import { followAddendumLine } from './follow-line.ts';
import { AddendumLineNote } from './line-note.tsx';

const AddendumRecord = lazy(async () => ({
  default: (await import('./addendum-record.tsx')).AddendumRecord,
}));

/** Ventas › Adendas: changes of signed contracts. A contract makes them by «Crear adenda». */
export const Addenda = resourceScreens(addenda, {
  list: {
    actions: <LinkButton to={paths.list(contracts)}>Contratos</LinkButton>,
    empty: 'Se hacen en la ficha de un contrato firmado, con «Crear adenda».',
  },
  form: {
    useTables: useAddendumTables,
    follows: { lines: followAddendumLine },
    lineInputs: { lines: { days: DaysInput, components: ComponentsInput } },
    lineNotes: { lines: AddendumLineNote },
  },
  screens: { detail: AddendumRecord },
});
