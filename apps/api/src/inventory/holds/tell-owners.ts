import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type DateRange, rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import sql from 'sql-template-tag';
import type { EmailContent } from '../../mail/email.ts';
import type { Context } from '../../resource/commands/context.ts';

interface HoldFacts {
  readonly id: string;
  readonly number: string;
  readonly client: string;
  readonly space: string;
  readonly flight: string;
  readonly expires_at: Date;
  readonly reason: string | null;
  readonly owner_id: string;
  readonly full_name: string;
  readonly email: string;
}

/** What a mail says of a hold, in Spanish. */
export interface ToldHold {
  readonly number: string;
  /** "«Noticiero estelar», del 3 al 7 de noviembre, para Banco Popular". */
  readonly what: string;
  /** When it ends, in words. */
  readonly until: string;
  readonly reason: string | null;
}

/** What happened to a hold, for its owner. */
export type HoldNews = (hold: ToldHold) => Pick<EmailContent, 'subject' | 'paragraphs'>;

const toldOf = (facts: HoldFacts): ToldHold => {
  const { from, to } = rangeFromSql(facts.flight) as DateRange;
  const period =
    from === to
      ? `el ${formatCivilDate(from ?? '')}`
      : `del ${formatCivilDate(from ?? '')} al ${formatCivilDate(to ?? '')}`;
  return {
    number: facts.number,
    what: `«${facts.space}», ${period}, para ${facts.client}`,
    until: formatInstant(new Date(facts.expires_at).toISOString()),
    reason: facts.reason,
  };
};

/** Mails to the owners of holds about what happened to them. */
export const tellOwners = async (
  { tx, server }: Pick<Context, 'tx' | 'server'>,
  holdIds: readonly string[],
  news: HoldNews,
): Promise<void> => {
  if (holdIds.length === 0) return;
  const rows = await tx.query<HoldFacts>(sql`
    SELECT h.id, h.number, k.trade_name AS client, i.name AS space, h.flight::text, h.expires_at, h.reason,
      u.id AS owner_id, u.full_name, u.email
    FROM holds h JOIN clients k ON k.id = h.client_id JOIN inventory_items i ON i.id = h.inventory_item_id
      JOIN users u ON u.id = h.owner_id AND u.status = 'active'
    WHERE h.id = ANY(${holdIds}::uuid[]) ORDER BY h.id`);
  for (const facts of rows) {
    const url = await server.mailer.address(tx, `/${holds.screen}/${facts.id}`);
    await server.mailer.queue(tx, {
      userId: facts.owner_id,
      to: facts.email,
      content: {
        ...news(toldOf(facts)),
        name: facts.full_name,
        action: { label: 'Abrir la reserva', url },
        note: 'Le escribimos porque esta reserva está a su nombre.',
      },
      goodForHours: 24,
    });
  }
};

/** It left the queue. */
export const promotedNews: HoldNews = ({ number, what, until }) => ({
  subject: `${number} ya es la primera opción`,
  paragraphs: [`La reserva de ${what}, salió de la cola y tiene el espacio hasta ${until}.`],
});

/** Another option challenged it. */
export const challengedNews: HoldNews = ({ number, what, until }) => ({
  subject: `Desafiaron su reserva ${number}`,
  paragraphs: [
    `Otra opción espera el mismo espacio que su reserva de ${what}.`,
    `Conviértala en venta antes de ${until}, o su lugar pasa a esa opción.`,
  ],
});

/** Another option got its place. */
export const displacedNews: HoldNews = ({ number, what, reason }) => ({
  subject: `${number} fue desplazada`,
  paragraphs: [
    `La reserva de ${what}, perdió su lugar: se aprobó darlo a otra opción.`,
    ...(reason === null ? [] : [reason]),
  ],
});

/** Its time is over. */
export const expiredNews: HoldNews = ({ number, what }) => ({
  subject: `Venció su reserva ${number}`,
  paragraphs: [`La reserva de ${what}, venció y su espacio quedó libre. El presupuesto sigue como estaba.`],
});

/** It ends soon. */
export const reminderNews: HoldNews = ({ number, what, until }) => ({
  subject: `${number} vence ${until}`,
  paragraphs: [`La reserva de ${what}, vence ${until}. Conviértala en venta, renuévela o libérela.`],
});
