import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { ReactElement } from 'react';
import type { SignedDocument } from './signed-document.ts';

/** Downloads the document that signers read. */
export const SigningPdf = ({
  record,
  resource,
  onSaved,
}: SignedDocument & { readonly onSaved: () => void }): ReactElement => (
  <DownloadButton
    name={`${resource.label.one} ${String(record.number)}.pdf`}
    onSaved={onSaved}
    path={`/${resource.path}/${record.id}/signing.pdf`}
  >
    PDF que se firma
  </DownloadButton>
);
