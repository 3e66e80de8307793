import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import type { Cancellation } from '@pauta/domain/sales/contracts/life/cancellation.ts';
import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** What a cancellation settles, as the dry run answers it and as it is stored. */
export interface SettledCancellation extends Cancellation {
  /** The first day without delivery. */
  readonly effective_on: string;
  readonly notice_days: number | null;
  readonly missing_notice_days: number;
  readonly penalty_pct: string | null;
  readonly currency: string;
  /** Only in the dry run. */
  readonly placements?: number;
  readonly freed_days?: number;
}

const penaltyField = fieldOf(cancellationProposals, 'penalty_pct');

const days = (count: number): string => (count === 1 ? '1 día' : `${count} días`);

/** The amounts of a cancellation, before tax, and what it stops. */
export function CancellationAmounts({
  cancellation,
}: {
  readonly cancellation: SettledCancellation;
}): ReactElement {
  const {
    currency,
    effective_on,
    notice_days,
    missing_notice_days: missing,
    penalty_pct,
    placements,
    freed_days,
  } = cancellation;
  const money = (name: keyof Cancellation): string => formatAmount({ currency, amount: cancellation[name] });
  return (
    <>
      {missing > 0 && (
        <Banner tone="warning">
          {missing === 1 ? 'Falta 1 día' : `Faltan ${missing} días`} de los {days(notice_days ?? 0)} de aviso
          que se pactaron.
        </Banner>
      )}
      <DescriptionList
        items={[
          { key: 'effective_on', label: 'Primer día sin pauta', value: formatCivilDate(effective_on) },
          { key: 'contracted', label: 'Contratado', value: money('contracted') },
          { key: 'delivered', label: 'Cumplido hasta entonces', value: money('delivered') },
          { key: 'undelivered', label: 'Sin cumplir', value: money('undelivered') },
          { key: 'billed', label: 'Facturado', value: money('billed') },
          { key: 'credit', label: 'Por acreditar', value: money('credit') },
          { key: 'to_bill', label: 'Por facturar de lo cumplido', value: money('to_bill') },
          {
            key: 'penalty',
            label:
              penalty_pct === null
                ? 'Penalidad'
                : `Penalidad (${formatField(penaltyField, penalty_pct, {})})`,
            value: penalty_pct === null ? 'No se cobra' : money('penalty'),
          },
          ...(placements === undefined
            ? []
            : [{ key: 'placements', label: 'Colocaciones que se cancelan', value: String(placements) }]),
          ...(freed_days === undefined
            ? []
            : [{ key: 'freed_days', label: 'Días de espacio que se liberan', value: String(freed_days) }]),
        ]}
      />
      <p>Importes sin impuestos.</p>
    </>
  );
}
