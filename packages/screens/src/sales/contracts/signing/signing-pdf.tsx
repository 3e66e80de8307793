import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { ReactElement } from 'react';

/** Downloads the document that the signers of a contract read. */
export const SigningPdf = ({
  contract,
  onSaved,
}: {
  readonly contract: AnyRecord;
  readonly onSaved: () => void;
}): ReactElement => (
  <DownloadButton
    name={`Contrato ${String(contract.number)}.pdf`}
    onSaved={onSaved}
    path={`/contracts/${contract.id}/signing.pdf`}
  >
    PDF que se firma
  </DownloadButton>
);
