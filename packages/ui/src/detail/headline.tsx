import { useApiQuery } from '@pauta/core/react';
import { formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { missingOf, type PhoneSource, type RelatedFact } from '@pauta/domain/resource/headline.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { MessageCircle, Phone } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { Button } from '../controls/button.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { elsewhere, OutsideButton } from '../controls/outside-button.tsx';
import { useMay } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { useLabels } from '../data/use-label.ts';
import { cells } from '../field-components/cells.tsx';
import { callLink, numberWords, whatsAppLink } from '../field-components/phones/phone-links.ts';
import { Link } from '../router.ts';
import { useLoaded } from './use-loaded.ts';
import { type PhoneContact, usePhoneContact } from './use-phone-contact.ts';

const Root = styled.section`
  display: grid;
  gap: ${t('space-3')};
  padding: ${t('space-3')} ${t('space-4')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface')};
  & > [data-quick] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; }
  & > [data-quick]:empty { display: none; }
  & dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: ${t('space-2')} ${t('space-5')}; margin: 0; }
  & dl > div { min-inline-size: 0; }
  & dt { color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; }
  & dd { margin: 0; overflow-wrap: anywhere; font-weight: ${t('weight-medium')}; line-height: 1.35; }
  & dd small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-weight: 400; }
  & dd a { color: inherit; }
  & [data-nothing] { color: ${t('color-text-muted')}; font-weight: 400; }
  & > p { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')} ${t('space-3')}; margin: 0; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  ${badgeStyle}
  @media (max-width: 40rem) {
    padding: ${t('space-3')};
    & dl { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: ${t('space-2')} ${t('space-3')}; }
    & > [data-quick] > *, & > [data-quick] > [data-phone-links] > * { flex: 1 1 auto; }
    & dd { font-size: ${t('text-sm')}; }
  }
`;

/** A fact about the record taken from another record that refers to it, with a link to that record. */
function Related({ fact, record }: { fact: RelatedFact; record: AnyRecord }): ReactElement {
  const resource = useLoaded(fact.of);
  return (
    <div>
      <dt>{fact.label}</dt>
      <dd>{resource ? <First fact={fact} record={record} resource={resource} /> : '…'}</dd>
    </div>
  );
}

function First({
  fact,
  record,
  resource,
}: {
  fact: RelatedFact;
  record: AnyRecord;
  resource: Resource;
}): ReactElement {
  const { view } = useMay(resource);
  const { data, error } = useApiQuery<{ data: readonly AnyRecord[] }>(
    view.allowed
      ? `/${resource.path}?f.${fact.by}=${record.id}&${fact.query}&fields=${fact.shows.join(',')}&limit=1`
      : null,
  );
  if (!view.allowed) return <span data-nothing>{view.reason}</span>;
  if (error && !data) return <span data-nothing>No se pudo consultar</span>;
  if (!data) return <>…</>;
  const [one] = data.data;
  if (!one) return <span data-nothing>{fact.none}</span>;
  const [when, ...rest] = fact.shows
    .filter((name) => !isEmpty(one[name]))
    .map((name) => formatField(fieldOf(resource, name), one[name], one));
  return (
    <>
      <Link to={paths.record(resource, one.id)}>{when}</Link>
      {rest.length > 0 && <small>{rest.join(' · ')}</small>}
    </>
  );
}

/** A field of the record itself. */
function Own({
  name,
  record,
  resource,
}: {
  name: string;
  record: AnyRecord;
  resource: Resource;
}): ReactElement {
  const labels = useLabels();
  const field = fieldOf(resource, name);
  const Cell = cells[field.kind.name];
  return (
    <div>
      <dt>{labels.label(field)}</dt>
      <dd>
        <Cell field={field} place="detail" record={record} value={record[name]} />
      </dd>
    </div>
  );
}

/** The number to call, and its owner. */
function Telephone({ reach }: { reach: PhoneContact | undefined }): ReactElement {
  const { call, name, person } = reach ?? {};
  const who = name && (person ? <Link to={paths.record(person.resource, person.id)}>{name}</Link> : name);
  return (
    <div>
      <dt>Teléfono principal</dt>
      <dd>
        {!reach ? '…' : call ? numberWords(call) : <span data-nothing>{reach.refusal}</span>}
        {who && <small>{who}</small>}
      </dd>
    </div>
  );
}

/** Buttons to call and to write by WhatsApp, disabled with the reason if that is impossible. */
function Reaching({ reach }: { reach: PhoneContact | undefined }): ReactElement {
  const { call, chat, name, person, refusal = '…' } = reach ?? {};
  return (
    <span data-contact={person?.id} data-name={name} data-phone-links style={{ display: 'contents' }}>
      {call ? (
        <OutsideButton href={callLink(call)} icon={<Phone aria-hidden size={16} />} tone="primary">
          Llamar
        </OutsideButton>
      ) : (
        <Button disabledReason={refusal} icon={<Phone aria-hidden size={16} />}>
          Llamar
        </Button>
      )}
      {chat ? (
        <OutsideButton
          {...elsewhere}
          href={whatsAppLink(chat)}
          icon={<MessageCircle aria-hidden size={16} />}
        >
          WhatsApp
        </OutsideButton>
      ) : (
        <Button
          disabledReason={call ? 'Ninguno de sus teléfonos está marcado con WhatsApp.' : refusal}
          icon={<MessageCircle aria-hidden size={16} />}
        >
          WhatsApp
        </Button>
      )}
    </span>
  );
}

const noWays: readonly PhoneSource[] = [];

/**
 * The most important data and actions on the page of a record: facts, telephone, amounts, buttons to call and to write,
 * and those that the screen adds. Derived from the `headline` of the definition.
 *
 * @example <Headline record={client} resource={clients} quick={<AttentionButton about={about} />} />
 */
export function Headline({
  resource,
  record,
  quick,
}: {
  resource: Resource;
  record: AnyRecord;
  /** Buttons of further frequent actions. */
  quick?: ReactNode;
}): ReactElement | null {
  const { headline } = resource;
  const labels = useLabels();
  const may = useMay(resource);
  const reach = usePhoneContact(headline?.phoneSources ?? noWays, record);
  if (!headline) return null;
  const missing = missingOf(resource, record);
  return (
    <Root aria-label="Lo principal">
      <div data-quick>
        {headline.phoneSources && <Reaching reach={reach} />}
        {quick}
      </div>
      <dl>
        {headline.facts.slice(0, 2).map((fact) => factOf(fact, record, resource))}
        {headline.phoneSources && <Telephone reach={reach} />}
        {headline.facts.slice(2).map((fact) => factOf(fact, record, resource))}
      </dl>
      {headline.wanted && !record.archived_at && missing.length > 0 && (
        <p>
          <span>
            Lo obligatorio está completo. Conviene agregar:{' '}
            {missing.map((name) => labels.label(fieldOf(resource, name))).join(', ')}.
          </span>
          {resource.operations.includes('update') && may.update(record).allowed && (
            <LinkButton size="small" to={paths.edit(resource, record.id)} tone="quiet">
              Completar ficha
            </LinkButton>
          )}
        </p>
      )}
    </Root>
  );
}

const factOf = (fact: string | RelatedFact, record: AnyRecord, resource: Resource): ReactElement =>
  typeof fact === 'string' ? (
    <Own key={fact} name={fact} record={record} resource={resource} />
  ) : (
    <Related fact={fact} key={fact.label} record={record} />
  );
