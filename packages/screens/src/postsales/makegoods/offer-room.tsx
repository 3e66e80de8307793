import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { LinksCard, type RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { ShareLink } from '@pauta/ui/public-link/share-link.tsx';
import type { ReactElement } from 'react';

/** Days for which a link is open unless something else is entered: makegoods are inside of a flight. */
const usualDays = 10;

/** Asks to whom the offers of a contract go, then shows the link once. */
export const ShareOffers = ({
  record: offer,
  onClose,
}: {
  readonly record: AnyRecord;
  readonly onClose: () => void;
}): ReactElement => (
  <ShareLink
    command="share"
    initial={{
      recipient: null,
      email: null,
      expires_on: addDays(companyToday(), usualDays),
      sends_mail: true,
    }}
    onClose={onClose}
    record={offer}
    resource={makegoodOffers}
    shown={{
      title: ({ recipient }) => `Enlace a las compensaciones: ${recipient}`,
      again: 'Si lo pierde, envíelas otra vez y tendrá uno nuevo.',
      chat: (_link, url) => whatsAppText(null, `Compensación de lo no emitido de su pauta: ${url}`),
    }}
    title={String(offer.label)}
  />
);

/** Who of the client was sent the offers of a contract, and whether they opened the page. */
export function OfferLinks({ offer }: { readonly offer: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: { links: readonly RoomLink[] } }>(
    `/${makegoodOffers.path}/${offer.id}/room`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const { links } = data.data;
  return links.length === 0 ? (
    <EmptyState title="Todavía no se enviaron">
      «Enviar al cliente» crea un enlace a una página con todas las propuestas del contrato: allí acepta o
      rechaza cada una.
    </EmptyState>
  ) : (
    <LinksCard links={links} />
  );
}
