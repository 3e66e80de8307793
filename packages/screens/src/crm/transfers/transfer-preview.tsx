import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { TransferPreview } from './transfer-data.ts';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  & ul { margin: 0; padding-inline-start: 1.2em; }
`;

const records = (count: number): string => (count === 1 ? '1 registro' : `${formatCount(count)} registros`);

/** The records and amounts that would be transferred, and the warnings. */
export function TransferPreviewFacts({
  preview,
  receiver,
}: {
  preview: TransferPreview;
  receiver: string;
}): ReactElement {
  const { amounts, warnings, total } = preview;
  const parts = preview.parts.filter(({ count, frozen }) => count + frozen > 0);
  return (
    <Root>
      {total === 0 && <Banner tone="warning">No hay nada que transferir con lo que eligió.</Banner>}
      {warnings.length > 0 && (
        <Banner tone="warning">
          {warnings.length === 1 ? (
            warnings[0]
          ) : (
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      <DescriptionList
        items={[
          ...parts.map(({ key, label, count, frozen, worth }) => ({
            key,
            label,
            value: [
              frozen > 0 ? `${records(count)} (y ${formatCount(frozen)} sin mover)` : records(count),
              ...worth.map(formatAmount),
            ].join(' · '),
          })),
          {
            key: 'amounts',
            label: 'Límite de crédito afectado',
            value: amounts.length === 0 ? 'Ninguno' : amounts.map(formatAmount).join(' · '),
          },
          {
            key: 'receiver',
            label: `Clientes de ${receiver}`,
            value: `${formatCount(preview.receiver.clients)} → ${formatCount(preview.receiver.clients_after)} (${preview.receiver.share} % → ${preview.receiver.share_after} % de todos)`,
          },
        ]}
      />
    </Root>
  );
}
