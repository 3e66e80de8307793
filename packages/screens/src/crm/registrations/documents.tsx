import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { receiveFile, saveFile } from '@pauta/ui/export/save-file.ts';
import type { ReactElement } from 'react';
import { DocumentList, type RegistrationDocumentSet } from './document-list.tsx';

const open = ['received', 'in_review', 'info_requested'];

/** The received and missing documents of a registration, for its review. */
export function RegistrationDocuments({ record }: { record: AnyRecord }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const path = `/client-registrations/${record.id}`;
  const { data, error, mutate } = useApiQuery<{ data: RegistrationDocumentSet }>(`${path}/documents`);
  const verdict = useMay(clientRegistrations).permission('client_registrations.review');
  const isOpen = open.includes(String(record.status));
  const refresh = (): Promise<void> => invalidate(path, '/client-registrations');
  const actions = {
    onAdd: async (kind: string, file: File): Promise<void> => {
      const body = new FormData();
      body.append('file', file);
      await api.request('POST', `${path}/documents?kind=${kind}`, { body, timeout: 300_000 });
      await refresh();
    },
    onRemove: async ({ id }: { id: string }): Promise<void> => {
      await api.request('DELETE', `${path}/documents/${id}`);
      await refresh();
    },
  };
  return (
    <Card title="Documentos">
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !data && <Skeleton lines={5} />}
      {data && (
        <>
          {!isOpen && (
            <Banner tone="neutral">
              El registro ya se decidió: sus documentos no cambian.
              {record.resulting_client_id !== null && ' También están entre los adjuntos del cliente.'}
            </Banner>
          )}
          {isOpen && !verdict.allowed && <Banner tone="neutral">{verdict.reason}</Banner>}
          <DocumentList
            {...data.data}
            {...(isOpen && verdict.allowed && actions)}
            onDownload={async ({ file }) => {
              const response = await api.raw('GET', `/files/${file.id}`, {
                headers: { Accept: '*/*' },
                timeout: 300_000,
              });
              saveFile(await receiveFile(response, file.name));
            }}
            removable={() => true}
          />
        </>
      )}
    </Card>
  );
}
