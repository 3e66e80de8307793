import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { ecfDocuments } from '@pauta/domain/fiscal/ecf-documents/ecf-document.ts';
import { voidedNumbers } from '@pauta/domain/fiscal/voided-numbers/voided-numbers.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Facturación › Comprobantes electrónicos: each e-CF on its way to the tax authority. */
export const EcfDocuments = resourceScreens(ecfDocuments, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(invoices)}>Facturación</LinkButton>
        <LinkButton to={paths.list(voidedNumbers)}>Números anulados</LinkButton>
        <LinkButton to={paths.list(ecfIssuers)}>Emisores electrónicos</LinkButton>
      </>
    ),
    empty:
      'Cuando una compañía emita comprobantes electrónicos, cada uno aparecerá aquí con su firma y su estado.',
    description:
      'Se firman y se envían solos al emitir. Lo que no se puede firmar o enviar dice por qué y se intenta de nuevo. Filtre por «Requiere atención» para ver lo que espera a alguien.',
  },
  detail: { description: ({ invoice_id }) => (invoice_id as Reference | null)?.label },
});
