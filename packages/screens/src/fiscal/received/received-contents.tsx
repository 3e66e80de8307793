import { useApiQuery } from '@pauta/core/react';
import type { ReceivedContents as Contents } from '@pauta/domain/fiscal/do/receiving/read-contents.ts';
import { receivedDocuments } from '@pauta/domain/fiscal/received-documents/received-document.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Face = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & small { display: block; color: var(--pauta-color-text-muted); }
`;

const facts = [
  ['issuer_address', 'Dirección del emisor'],
  ['issuer_phone', 'Teléfono del emisor'],
  ['issuer_email', 'Correo del emisor'],
  ['internal_no', 'Número interno'],
  ['purchase_order', 'Orden de compra'],
  ['payment', 'Tipo de pago'],
] as const;

/** What a received document says, line by line, as its issuer wrote it. */
export function ReceivedContents({ document }: { readonly document: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: Contents }>(
    `/${receivedDocuments.path}/${document.id}/contents`,
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={5} />;
  const contents = data.data;
  const amount = (value: string | null): string => (value === null ? '—' : formatMoney(value, '', 2));
  return (
    <Face>
      <DescriptionList
        items={facts.flatMap(([name, label]) => {
          const value = contents[name];
          return value === null ? [] : [{ key: name, label, value }];
        })}
      />
      <FigureTable aria-label="Renglones del comprobante" role="region" tabIndex={0}>
        <table>
          <caption>Renglones, en pesos dominicanos</caption>
          <thead>
            <tr>
              <th scope="col">Descripción</th>
              <th scope="col">Cantidad</th>
              <th scope="col">Precio</th>
              <th scope="col">Importe</th>
            </tr>
          </thead>
          <tbody>
            {contents.lines.map((line, index) => (
              <tr key={index}>
                <th scope="row">
                  {line.description}
                  {line.detail !== null && <small>{line.detail}</small>}
                </th>
                <td>{line.quantity}</td>
                <td>{line.unit_price}</td>
                <td>{amount(line.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {(
              [
                ['Gravado', contents.taxable],
                ['Exento', contents.exempt],
                ['ITBIS', String(document.tax)],
                ['Total', String(document.total)],
              ] as const
            ).map(([label, value]) => (
              <tr key={label}>
                <th colSpan={3} scope="row">
                  {label}
                </th>
                <td>{amount(value)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </FigureTable>
    </Face>
  );
}
