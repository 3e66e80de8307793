import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { receivedDocuments } from '@pauta/domain/fiscal/received-documents/received-document.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { ReceivedContents } from './received-contents.tsx';

/** Facturación › Facturación › Comprobantes recibidos: e-CF of suppliers, and what is answered to them. */
export const ReceivedDocuments = resourceScreens(receivedDocuments, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(invoices)}>Facturación</LinkButton>
        <LinkButton to={paths.list(ecfIssuers)}>Emisores electrónicos</LinkButton>
      </>
    ),
    empty:
      'Cuando un suplidor envíe un comprobante electrónico a la dirección que la compañía registró en la Oficina Virtual, aparecerá aquí con su acuse de recibo.',
    description:
      'Los comprobantes electrónicos que envían los suplidores. Cada uno se verificó y se acusó al llegar; apruébelo o rechácelo, y la respuesta se firma y se envía sola.',
  },
  detail: {
    description: ({ issuer_name }) => String(issuer_name),
    actions: ({ id, issuer_rnc, encf, status }) => (
      <>
        <DownloadButton
          name={`${String(issuer_rnc)}${String(encf)}.xml`}
          path={`/${receivedDocuments.path}/${id}/document.xml`}
        >
          XML
        </DownloadButton>
        <DownloadButton
          name={`ARECF${String(encf)}.xml`}
          path={`/${receivedDocuments.path}/${id}/acknowledgement.xml`}
        >
          Acuse
        </DownloadButton>
        {status !== 'received' && (
          <DownloadButton
            name={`ACECF${String(encf)}.xml`}
            path={`/${receivedDocuments.path}/${id}/answer.xml`}
          >
            Respuesta
          </DownloadButton>
        )}
      </>
    ),
    tabs: [
      {
        id: 'contenido',
        label: 'Contenido',
        content: (document) => <ReceivedContents document={document} />,
      },
    ],
  },
});
