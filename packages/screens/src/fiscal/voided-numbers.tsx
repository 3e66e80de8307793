import { fiscalSequences } from '@pauta/domain/finance/fiscal-sequence.ts';
import { voidedNumbers } from '@pauta/domain/fiscal/voided-numbers/voided-numbers.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Facturación › Anulaciones de e-NCF: numbers that are voided before the tax authority. */
export const VoidedNumbers = resourceScreens(voidedNumbers, {
  list: {
    actions: <LinkButton to={paths.list(fiscalSequences)}>Secuencias fiscales</LinkButton>,
    empty: 'Con «Anular números» en una secuencia fiscal de la serie E se anulan los que no se usaron.',
    description:
      'Los números electrónicos que se anularon sin usarse. Se firman y se envían solos; los aceptados entran en el 608 del mes.',
  },
  detail: {
    actions: ({ id, name }) => (
      <DownloadButton name={`${String(name)}.xml`} path={`/${voidedNumbers.path}/${id}/message.xml`}>
        XML
      </DownloadButton>
    ),
  },
});
