import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { ReactElement } from 'react';

/** Downloads the tariff of a price list as PDF. */
export function TariffPdf({ list }: { list: AnyRecord }): ReactElement {
  return (
    <DownloadButton name={`Tarifa ${list.code}.pdf`} path={`/price-lists/${list.id}/tariff.pdf`}>
      Descargar PDF
    </DownloadButton>
  );
}
