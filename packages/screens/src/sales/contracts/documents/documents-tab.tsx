import { useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contractFiles } from '@pauta/domain/sales/contracts/documents/contract-file.ts';
import { documentBlocks } from '@pauta/domain/sales/contracts/documents/document-requirement.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A document that a contract needs, as `GET /contracts/{id}/required-documents` answers it. */
export interface NeededDocument {
  readonly id: string;
  readonly name: string;
  readonly file_type: { readonly id: string; readonly label: string };
  readonly blocks: keyof typeof documentBlocks;
  readonly is_missing: boolean;
  readonly expired_on: string | null;
}

const List = styled.ul`
  display: grid;
  gap: ${t('space-2')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: ${t('space-2')}; }
  & small { color: ${t('color-text-muted')}; }
`;

const prevented = {
  submit: 'Sin él no se envía a firma.',
  sign: 'Sin él no se firma.',
  nothing: 'Solo avisa: no impide nada.',
} as const satisfies Record<keyof typeof documentBlocks, string>;

const whyOf = ({ is_missing, expired_on, blocks, file_type }: NeededDocument): string => {
  const kind = `Archivo de tipo «${file_type.label}».`;
  if (!is_missing) return kind;
  const expired = expired_on === null ? '' : ` El último venció el ${formatCivilDate(expired_on)}.`;
  return `${kind}${expired} ${prevented[blocks]}`;
};

/** What a contract needs before it is signed. */
function NeededDocuments({ contract }: { readonly contract: AnyRecord }): ReactElement | null {
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly NeededDocument[] }>(
    `/contracts/${contract.id}/required-documents`,
  );
  const needed = data?.data;
  if (needed?.length === 0) return null;
  return (
    <Card title="Documentos requeridos">
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!needed && !error && <Skeleton lines={3} />}
      {needed && (
        <List>
          {needed.map((one) => (
            <li key={one.id}>
              <Badge tone={one.is_missing ? documentBlocks[one.blocks][1] : 'success'}>
                {one.is_missing ? 'Falta' : 'Adjunto'}
              </Badge>
              <span>{one.name}</span>
              <small>{whyOf(one)}</small>
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

const columns = ['name', 'file_type_id', 'document', 'valid_until', 'created_at'];

/** The scan of the signed paper, which is a field of the contract. */
function SignedScan({ contract }: { readonly contract: AnyRecord }): ReactElement | null {
  const scan = contract.signed_scan as StoredFile | null | undefined;
  return scan ? (
    <Card title="Contrato firmado">
      <DownloadButton name={scan.name} path={`/files/${scan.id}`} size="small">
        {scan.name}
      </DownloadButton>
    </Card>
  ) : null;
}

/** The documents of a contract: its signed scan, what it needs, and what else it has. */
export function DocumentsTab({ contract }: { readonly contract: AnyRecord }): ReactElement {
  return (
    <>
      <SignedScan contract={contract} />
      <NeededDocuments contract={contract} />
      <RelatedList
        by="contract_id"
        columns={columns}
        empty="Adjunte la orden de compra, la carta de la agencia, los permisos y lo demás que el contrato necesite."
        of={contract}
        resource={contractFiles}
        title="name"
      />
    </>
  );
}
