import { homeCards } from '@pauta/domain/home/cards.ts';
import type { DashboardCard } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { dashboardCards } from '@pauta/domain/home/dashboard/dashboard-cards.ts';
import { resourceNamed } from '@pauta/domain/resources.ts';
import type { Actor } from '../platform/access.ts';
import { viewPermissions } from '../resource/reading/row-scope.ts';

/** A figure that is taken from a list. */
interface Listed {
  readonly resource: { readonly name: string };
  readonly permissions?: readonly string[];
}

/** Whether the actor may see the list of a figure, and holds one of the permissions it names. */
export const seesListed = ({ resource: { name }, permissions }: Listed, actor: Actor): boolean => {
  const resource = resourceNamed(name);
  if (!resource) return false;
  const needed = viewPermissions(resource);
  const has = (one: string): boolean => actor.permissions.has(one);
  return (needed.length === 0 || needed.some(has)) && (!permissions || permissions.some(has));
};

/** The figures of a card that are taken from lists; null for a card of another kind. */
const figuresOf = ({ content }: DashboardCard): readonly Listed[] | null => {
  if (content.kind === 'lists') return content.lines;
  return content.kind === 'counts' ? homeCards.filter(({ group }) => group === content.group) : null;
};

/** Whether the actor may see something of the card. */
export const seesCard = (card: DashboardCard, actor: Actor): boolean => {
  const figures = figuresOf(card);
  return (
    (figures === null || figures.some((one) => seesListed(one, actor))) &&
    (!card.permissions || card.permissions.some((name) => actor.permissions.has(name)))
  );
};

/** The permissions of which one is needed for the card. */
export const neededFor = (card: DashboardCard): readonly string[] =>
  card.permissions ?? [
    ...new Set(
      (figuresOf(card) ?? []).flatMap(({ resource: { name } }) => {
        const resource = resourceNamed(name);
        return resource ? viewPermissions(resource) : [];
      }),
    ),
  ];

/** Names of the cards that the actor may add, in the order in which they are offered. */
export const availableCards = (actor: Actor): readonly string[] =>
  dashboardCards.filter((card) => seesCard(card, actor)).map(({ name }) => name);
