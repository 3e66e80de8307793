import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DocumentRecord } from '@pauta/ui/document/record/document-record.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { OwnScreenProps } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { ApprovalPanel } from '../../approvals/approval-panel.tsx';
import { QuoteRecordLineNote } from './line-note.tsx';
import { QuoteVersions } from './quote-versions.tsx';
import { QuoteRoom } from './room/quote-room.tsx';
import { ShareQuote } from './room/share-quote.tsx';

const commandDialogs = { share: ShareQuote };

const lineNotes = { lines: QuoteRecordLineNote };

const holdColumns = ['number', 'inventory_item_id', 'flight', 'units_per_day', 'expires_at', 'status'];

const contractColumns = ['name', 'number', 'flight', 'net', 'total', 'signed_on', 'status'];

const isPast = ({ status, valid_until }: AnyRecord): boolean =>
  status === 'sent' && typeof valid_until === 'string' && valid_until < companyToday();

/** The page of a quote. A new version and a copy open for editing. */
export function QuoteRecord({ id = '' }: OwnScreenProps): ReactElement {
  const navigate = useNavigate();
  return (
    <DocumentRecord
      actions={(quote) => (
        <DownloadButton
          name={`Presupuesto ${String(quote.number)}.pdf`}
          path={`/quotes/${quote.id}/quote.pdf`}
        >
          PDF
        </DownloadButton>
      )}
      above={(quote) => <ApprovalPanel kind="quotes" record={quote} resource={quotes} />}
      badges={(quote) => (
        <>
          <Badge tone="neutral">Versión {String(quote.version)}</Badge>
          {isPast(quote) && <Badge tone="warning">Vencido</Badge>}
        </>
      )}
      commandDialogs={commandDialogs}
      commandInitial={(name, quote) => ({
        ...(name === 'accept' && {
          accepted_on: companyToday(),
          accepted_by: (quote.contact_id as { label: string } | null)?.label ?? null,
        }),
        ...(name === 'copy' && {
          name: quote.name,
          price_list_id: quote.price_list_id,
          keeps_agreed: true,
        }),
      })}
      id={id}
      lineNotes={lineNotes}
      onCommand={(name, changed) => {
        if (name === 'new_version' || name === 'copy') void navigate(paths.edit(quotes, changed.id));
      }}
      resource={quotes}
      tabs={[
        { id: 'cliente', label: 'Cliente', content: (quote) => <QuoteRoom quote={quote} /> },
        {
          id: 'reservas',
          label: 'Reservas',
          content: (quote) => (
            <RelatedList
              by="quote_id"
              columns={holdColumns}
              empty="No tiene reservas. «Reservar espacios» reserva todos los renglones con espacio."
              of={quote}
              pages
              resource={holds}
              title="name"
            />
          ),
        },
        {
          id: 'contrato',
          label: 'Contrato',
          content: (quote) => (
            <RelatedList
              by="quote_id"
              columns={contractColumns}
              empty="No tiene contrato. Un presupuesto aceptado se convierte con «Convertir en contrato»."
              of={quote}
              resource={contracts}
              title="name"
            />
          ),
        },
        { id: 'versiones', label: 'Versiones', content: (quote) => <QuoteVersions quote={quote} /> },
      ]}
    />
  );
}
