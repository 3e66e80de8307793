import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { bankMovements } from '@pauta/domain/billing/bank-files/bank-movement.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { ColumnsInput } from '../../column-files/columns-input.tsx';
import { UploadColumnFileButton } from '../../column-files/upload-button.tsx';
import { bankFileKind } from './bank-file-kind.ts';

/** The movements of a file in some states, in their list, where several are decided at once. */
const movementsOf = ({ id }: AnyRecord, states: string): string =>
  `${paths.list(bankMovements)}?f.bank_file_id=${id}&f.status=${encodeURIComponent(states)}`;

const waiting = (file: AnyRecord): ReactElement | null => {
  const [sure, pending] = [Number(file.sure ?? 0), Number(file.pending ?? 0)];
  if (file.status !== 'matched' || pending === 0) return null;
  const others = pending - sure;
  return (
    <Banner
      actions={<LinkButton to={movementsOf(file, 'pending,unreadable')}>Revisar</LinkButton>}
      tone="warning"
    >
      {sure > 0 &&
        `${sure === 1 ? 'Una propuesta es segura: confírmela' : `${sure} propuestas son seguras: confírmelas juntas`} con «Confirmar los seguros». `}
      {others > 0 &&
        `${others === 1 ? 'Un movimiento espera' : `${others} movimientos esperan`} su decisión: registre el cobro, elija uno, o diga qué es.`}
    </Banner>
  );
};

const Files = resourceScreens(bankFiles, {
  inputs: { columns: ColumnsInput },
  list: {
    title: 'Archivos bancarios',
    actions: (
      <>
        <LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>
        <LinkButton to={paths.filtered(bankMovements, { status: 'pending' })}>Por decidir</LinkButton>
        <UploadColumnFileButton kind={bankFileKind} />
      </>
    ),
    description: 'Los estados de las cuentas, y qué cobro es cada movimiento.',
    empty: 'Suba el estado de una cuenta: cada movimiento busca su cobro o las facturas que paga.',
  },
  detail: {
    description: ({ bank_account_id }) => (bank_account_id as Reference | null)?.label,
    above: waiting,
    tabs: [
      {
        id: 'movimientos',
        label: 'Movimientos',
        content: (file) => (
          <RelatedList
            actions={
              <>
                <LinkButton to={movementsOf(file, 'pending,unreadable')}>Por decidir</LinkButton>
                <LinkButton to={movementsOf(file, 'settled')}>Resueltos</LinkButton>
              </>
            }
            by="bank_file_id"
            columns={['booked_on', 'reference', 'amount', 'status', 'grade', 'why', 'problem', 'payment_id']}
            empty="Con «Buscar cobros» se leen los movimientos del archivo."
            of={file}
            resource={bankMovements}
            title="name"
          />
        ),
      },
    ],
  },
});

const Movements = resourceScreens(bankMovements, {
  list: {
    title: 'Movimientos bancarios',
    actions: <LinkButton to={paths.list(bankFiles)}>Archivos bancarios</LinkButton>,
    description:
      'Confirme las propuestas, o decida cada movimiento: registrar su cobro, elegir uno que ya está, o decir qué es.',
    empty: 'Los movimientos aparecen al leer un archivo bancario.',
  },
  detail: {
    description: ({ bank_account_id }) => (bank_account_id as Reference | null)?.label,
    above: ({ problem, why, status }) =>
      status === 'pending' && (problem || why) ? (
        <Banner tone={problem ? 'warning' : 'info'}>{String(problem ?? why)}</Banner>
      ) : null,
  },
});

/** Facturación › Registro de Cobros › Archivos bancarios: statements, and below them their movements. */
export function BankFiles(): ReactElement {
  return (
    <Routes>
      <Route element={<Movements />} path="movimientos/*" />
      <Route element={<Files />} path="*" />
    </Routes>
  );
}
