import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { ReactElement } from 'react';

/** Downloads the receipt of a payment. */
export const ReceiptButton = ({ payment }: { readonly payment: AnyRecord }): ReactElement => (
  <DownloadButton
    name={`Recibo ${String(payment.receipt_no)}.pdf`}
    path={`/payments/${payment.id}/receipt.pdf`}
  >
    Recibo
  </DownloadButton>
);
