import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { declinedOffer, someLink, someOffer, withoutPlace } from './makegood-fixtures.ts';
import { MakegoodOffers } from './makegood-offers.tsx';

const meta = {
  title: 'Postventa/Compensaciones',
  component: MakegoodOffers,
  tags: ['every-width'],
} satisfies Meta<typeof MakegoodOffers>;

export default meta;

const base = `/${makegoodOffers.screen}`;

const at = (
  path: string,
  {
    records = [someOffer(1), withoutPlace, declinedOffer],
    links = [someLink],
    permissions = ['placements.view_all', 'placements.makegood'],
  }: {
    readonly records?: readonly AnyRecord[];
    readonly links?: readonly RoomLink[];
    readonly permissions?: readonly string[];
  } = {},
): StoryObj => ({
  render: () => (
    <StoryHost
      always={(asked) => (asked.endsWith('/room') ? { status: 200, body: { data: { links } } } : undefined)}
      mount={`${base}/*`}
      path={`${base}${path}`}
      permissions={permissions}
      records={records}
      resource={makegoodOffers}
    >
      <MakegoodOffers />
    </StoryHost>
  ),
});

export const List: StoryObj = at('');

/** Whoever may only see the offers has no way to make one. */
export const ReadOnly: StoryObj = at('', { permissions: ['placements.view_all'] });

export const Empty: StoryObj = at('', { records: [] });

export const Sent: StoryObj = at(`/${someOffer(1).id}`);

export const WithoutPlace: StoryObj = at(`/${withoutPlace.id}`);

export const Declined: StoryObj = at(`/${declinedOffer.id}`);

/** What the client is told of its invoice, and who was sent the link. */
export const Client: StoryObj = at(`/${someOffer(1).id}?tab=cliente`);

export const ClientNotSent: StoryObj = at(`/${withoutPlace.id}?tab=cliente`, { links: [] });
