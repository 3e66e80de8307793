import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { add } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount, signedAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { token as t } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  overflow-x: auto;
  & table { border-collapse: collapse; inline-size: 100%; }
  & :is(th, td) { padding: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; text-align: start; font-weight: inherit; }
  & thead th { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & :is(td, thead th + th) { text-align: end; font-variant-numeric: tabular-nums; }
  & td { white-space: nowrap; }
  & tbody th { overflow-wrap: break-word; }
  & tr[data-sum] { font-weight: ${t('weight-bold')}; }
  /* The tax is the difference of the other two: without it the total is seen on a phone. */
  @media (max-width: 30rem) {
    font-size: ${t('text-sm')};
    & :is(th, td) { padding-inline: ${t('space-1')}; }
    & tr > :nth-child(3) { display: none; }
    & td { font-weight: 400; }
  }
`;

const shown = ['net', 'tax', 'total'] as const;

function Row({
  label,
  amounts,
  currency,
  isSum = false,
}: {
  readonly label: ReactNode;
  readonly amounts: readonly string[];
  readonly currency: string;
  readonly isSum?: boolean;
}): ReactElement {
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">{label}</th>
      {amounts.map((amount, index) => (
        <td key={shown[index]}>
          {isSum ? formatAmount({ amount, currency }) : signedAmount(amount, currency)}
        </td>
      ))}
    </tr>
  );
}

const deltasOf = (addendum: Values): readonly string[] =>
  shown.map((name) => String(addendum[`delta_${name}`] ?? '0.00'));

const addAll = (amounts: readonly string[], more: readonly string[]): readonly string[] =>
  amounts.map((amount, index) => add(amount, more[index] ?? '0.00'));

/**
 * From the signed contract to what is in force: its amounts, the difference of each applied addendum, and the sum. With an
 * open addendum also what it would be with it.
 */
function Bridge({
  contract,
  open,
}: {
  readonly contract: AnyRecord;
  readonly open?: AnyRecord | undefined;
}): ReactElement {
  const page = useResourceList(
    addenda,
    {
      q: '',
      filters: [
        { field: 'contract_id', operator: 'in', values: [contract.id] },
        { field: 'status', operator: 'in', values: ['applied'] },
      ],
      where: null,
      sort: { field: 'created_at', descending: false },
      limit: 100,
      cursor: null,
      archived: false,
    },
    ['number', 'signed_on', 'delta_net', 'delta_tax', 'delta_total', 'currency_code'],
  );
  const applied = page.data?.data;
  if (!applied) return <Skeleton lines={4} />;
  const currency = String(contract.currency_code);
  const original = shown.map((name) => String(contract[name] ?? '0.00'));
  const inForce = applied.reduce((all: readonly string[], one) => addAll(all, deltasOf(one)), original);
  return (
    <Root aria-label="Del contrato firmado a lo vigente" role="region" tabIndex={0}>
      <table aria-label="Del contrato firmado a lo vigente">
        <thead>
          <tr>
            <th scope="col">Paso</th>
            <th scope="col">Neto</th>
            <th scope="col">Impuesto</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          <Row amounts={original} currency={currency} isSum label="Contrato firmado" />
          {applied.map((one) => (
            <Row
              amounts={deltasOf(one)}
              currency={currency}
              key={one.id}
              label={
                <>
                  <Link to={paths.record(addenda, one.id)}>{String(one.number)}</Link>
                  {typeof one.signed_on === 'string' && `, firmada el ${formatCivilDate(one.signed_on)}`}
                </>
              }
            />
          ))}
          <Row amounts={inForce} currency={currency} isSum label="En vigor" />
          {open && (
            <>
              <Row amounts={deltasOf(open)} currency={currency} label={`${open.number}, por aplicar`} />
              <Row
                amounts={addAll(inForce, deltasOf(open))}
                currency={currency}
                isSum
                label="Con esta adenda"
              />
            </>
          )}
        </tbody>
      </table>
    </Root>
  );
}

/** The bridge of a contract, for its page. */
export function ContractBridge({ contract }: { readonly contract: AnyRecord }): ReactElement {
  return (
    <Card title="Del contrato firmado a lo vigente">
      <Bridge contract={contract} />
    </Card>
  );
}

/** The bridge of the contract of an addendum, for the page of the addendum. */
export function AddendumBridge({ addendum }: { readonly addendum: AnyRecord }): ReactElement {
  const contract = useRecord(contracts, (addendum.contract_id as Reference).id).data?.data;
  const isOpen = addendum.status === 'draft' || addendum.status === 'pending_signature';
  return (
    <Card title="Del contrato firmado a lo vigente">
      {contract ? (
        <Bridge contract={contract} open={isOpen ? addendum : undefined} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  );
}
