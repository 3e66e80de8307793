import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import { offerEffect } from '@pauta/domain/postsales/makegoods/offer-text.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { OfferLinks, ShareOffers } from './offer-room.tsx';
import { ProposeButton } from './propose-makegoods.tsx';

const commandDialogs = { share: ShareOffers };

/** What the client is told of its invoice, above the links to the page that says it. */
const ClientTab = ({ offer }: { readonly offer: AnyRecord }): ReactElement => (
  <>
    <Banner tone="info">
      {offerEffect({
        worth: String(offer.worth),
        currency: String(offer.currency_code),
        is_billed_as_aired: offer.billed_as_aired === true,
      })}
    </Banner>
    <OfferLinks offer={offer} />
  </>
);

/** PostVenta › Gestión de Cupos › Compensaciones: what clients are offered for what was not aired. */
export const MakegoodOffers = resourceScreens(makegoodOffers, {
  list: {
    title: 'Compensaciones',
    actions: <ProposeButton />,
    description:
      'Lo que se ofrece a los clientes por lo no emitido, en lugares de igual valor. Lo que aceptan queda colocado.',
    empty:
      'Cuando una colocación se marca como no emitida, aquí aparece su propuesta. También puede proponer las de un contrato.',
  },
  detail: {
    commandDialogs,
    description: ({ client_id }) => (client_id as Reference | null)?.label,
    tabs: [{ id: 'cliente', label: 'Cliente', content: (offer) => <ClientTab offer={offer} /> }],
  },
});
