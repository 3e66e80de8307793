import { createIdempotencyKey } from '@pauta/core';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { TextArea } from '@pauta/ui/controls/text-area.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** A message of a room, as the API answers it. */
export interface RoomMessage {
  readonly id: string;
  readonly line_id: string | null;
  readonly author: string;
  readonly by_client: boolean;
  readonly asks_changes: boolean;
  readonly body: string;
  readonly created_at: string;
}

const Talk = styled.ol`
  display: grid;
  gap: ${t('space-2')};
  margin: 0 0 ${t('space-4')};
  padding: 0;
  list-style: none;
  & > li {
    max-inline-size: 44rem;
    padding: ${t('space-2')} ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & > li[data-own] { margin-inline-start: auto; background: ${t('color-hover')}; }
  & small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; white-space: normal; }
`;

const Form = styled.form`
  display: grid;
  gap: ${t('space-3')};
  max-inline-size: 44rem;
  & > button { justify-self: start; }
`;

/** What a user answers the client, about a line or the whole quote. Nothing typed is lost when it is refused. */
function Reply({ quote }: { quote: AnyRecord }): ReactElement {
  const { command } = useCommands(quotes);
  const key = useRef(createIdempotencyKey());
  const [body, setBody] = useState('');
  const [line, setLine] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    if (body.trim() === '') {
      setError('Escriba la respuesta.');
      return;
    }
    setIsSending(true);
    try {
      await command(quote, 'reply', { body, line_id: line === '' ? null : line }, key.current);
      key.current = createIdempotencyKey();
      setBody('');
      setError(undefined);
    } catch (failure) {
      setError(describeFailure(failure).message);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Select
        label="Sobre"
        onChange={setLine}
        options={linesIn(quote, 'lines').map(({ id, description }) => ({
          value: id,
          label: String(description),
        }))}
        placeholder="Todo el presupuesto"
        value={line}
      />
      <TextArea error={error} label="Respuesta" maxLength={2000} onChange={setBody} value={body} />
      <Button loading={isSending} tone="primary" type="submit">
        Responder
      </Button>
    </Form>
  );
}

/** The conversation with the client: each message with what it is about. */
export function TalkCard({
  quote,
  messages,
}: {
  quote: AnyRecord;
  messages: readonly RoomMessage[];
}): ReactElement {
  const may = useMay(quotes);
  const lines = new Map(linesIn(quote, 'lines').map(({ id, description }) => [id, String(description)]));
  return (
    <Card title="Conversación">
      {messages.length === 0 ? (
        <p>El cliente todavía no escribió.</p>
      ) : (
        <Talk>
          {messages.map(({ id, line_id, author, by_client, asks_changes, body, created_at }) => (
            <li data-own={by_client ? undefined : true} key={id}>
              <small>
                {`${author} · ${formatInstant(created_at)}`}
                {line_id !== null && ` · sobre «${lines.get(line_id) ?? 'un renglón'}»`}{' '}
                {asks_changes && <Badge tone="warning">Pide cambios</Badge>}
              </small>
              {body}
            </li>
          ))}
        </Talk>
      )}
      {may.update(quote).allowed && <Reply quote={quote} />}
    </Card>
  );
}
