import { createIdempotencyKey } from '@pauta/core';
import { useUser } from '@pauta/core/react';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { type Comment, mostMentions } from '@pauta/domain/notes/notes.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { CloudOff, MessageSquare, Pencil, Trash2 } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import type { Option } from '../controls/combo-box.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { CommentBox } from './comment-box.tsx';
import { useCommentDraft } from './comment-draft.ts';
import { commentParts } from './mention.ts';
import { type NoteCommands, useComments, useNoteCommands } from './use-notes.ts';

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  margin: 0 0 ${t('space-4')};
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-direction: column; gap: ${t('space-1')}; }
  & header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 ${t('space-2')}; min-block-size: ${t('target-size')}; }
  & header > strong { font-weight: ${t('weight-bold')}; }
  & header > small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & header > [data-own] { display: flex; margin-inline-start: auto; }
  & p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  & p > b { color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${t('space-2')};
  margin-block-start: ${t('space-2')};
  & > small { margin-inline-end: auto; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

const mentioned = (text: string, people: readonly Option[]): string[] =>
  people
    .filter(({ label }) => text.includes(`@${label}`))
    .map(({ id }) => id)
    .slice(0, mostMentions);

/** The comments on a record, oldest first, and the box to write one. */
export function Comments({ resource, id }: { resource: Resource; id: string }): ReactElement {
  const answer = useComments(resource, id);
  const commands = useNoteCommands(resource, id);
  const [older, setOlder] = useState<{ comments: readonly Comment[]; previous: string | null } | null>(null);
  const [loading, setLoading] = useState(false);
  const page = answer.data;
  if (answer.error && !page) {
    const { title, message } = describeFailure(answer.error);
    return (
      <Card>
        <EmptyState
          actions={<Button onClick={() => void answer.mutate()}>Reintentar</Button>}
          icon={<CloudOff aria-hidden size={24} />}
          title={title}
        >
          {message}
        </EmptyState>
      </Card>
    );
  }
  const latest = page?.data ?? [];
  const known = new Set(latest.map((comment) => comment.id));
  const comments = [...(older?.comments ?? []).filter((comment) => !known.has(comment.id)), ...latest];
  const previous = older ? older.previous : (page?.previous ?? null);
  const more = async (): Promise<void> => {
    if (previous === null) return;
    setLoading(true);
    try {
      const read = await commands.older(previous);
      setOlder({ comments: [...read.data, ...(older?.comments ?? [])], previous: read.previous });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Card title="Comentarios">
      {!page ? (
        <Skeleton lines={5} />
      ) : (
        <>
          {previous !== null && (
            <Button loading={loading} onClick={() => void more()} size="small">
              Mostrar anteriores
            </Button>
          )}
          {comments.length === 0 ? (
            <EmptyState icon={<MessageSquare aria-hidden size={24} />} title="Sin comentarios">
              Escriba aquí lo que otros deban saber de {thisOne(resource.label)}.
            </EmptyState>
          ) : (
            <List>
              {comments.map((comment) => (
                <OneComment
                  commands={commands}
                  comment={comment}
                  key={comment.id}
                  onGone={() =>
                    setOlder(
                      older && { ...older, comments: older.comments.filter((one) => one.id !== comment.id) },
                    )
                  }
                />
              ))}
            </List>
          )}
          <NewComment commands={commands} id={id} resource={resource} />
        </>
      )}
    </Card>
  );
}

function NewComment({
  resource,
  id,
  commands,
}: {
  resource: Resource;
  id: string;
  commands: NoteCommands;
}): ReactElement {
  const user = useUser();
  const verdict = useMay(resource).permission('comments.create');
  const draft = useCommentDraft(String(user?.id ?? ''), resource, id);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  // One key per comment, so that a retry does not create it twice.
  const key = useRef(createIdempotencyKey());
  if (!verdict.allowed) return <Banner tone="neutral">{verdict.reason}</Banner>;
  const send = async (): Promise<void> => {
    if (pending) return;
    const text = draft.text.trim();
    if (text === '') return setFailure('Escriba el comentario.');
    setPending(true);
    setFailure(undefined);
    try {
      await commands.comment(text, mentioned(text, draft.people), key.current);
      key.current = createIdempotencyKey();
      draft.clear();
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setPending(false);
    }
  };
  return (
    <div>
      <CommentBox
        error={failure}
        label="Comentario nuevo"
        onChange={(text) => {
          draft.setText(text);
          setFailure(undefined);
        }}
        onMention={draft.addPerson}
        onSend={() => void send()}
        value={draft.text}
      />
      <Actions>
        <small>Ctrl + Entrar para enviar. Lo ve quien puede ver {thisOne(resource.label)}.</small>
        <Button loading={pending} onClick={() => void send()} tone="primary">
          Comentar
        </Button>
      </Actions>
    </div>
  );
}

function OneComment({
  comment,
  commands,
  onGone,
}: {
  comment: Comment;
  commands: NoteCommands;
  onGone: () => void;
}): ReactElement {
  const user = useUser();
  const [editing, setEditing] = useState(false);
  const mine = comment.author.id === String(user?.id) && Date.parse(comment.open_until) > Date.now();
  const when = dateTimeKind.format(comment.created_at, {});
  const remove = async (): Promise<void> => {
    try {
      const gone = await commands.remove('comments', comment);
      onGone();
      notify('Comentario eliminado', {
        action: {
          label: 'Deshacer',
          run: () =>
            void commands
              .restore('comments', gone)
              .catch((error: unknown) => notify(describeFailure(error).message, { tone: 'danger' })),
        },
      });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };
  return (
    <li>
      <header>
        <strong>{comment.author.label}</strong>
        <small>
          <time dateTime={comment.created_at}>{when}</time>
          {comment.edited_at && ' · editado'}
        </small>
        {mine && !editing && (
          <span data-own>
            <IconButton
              icon={<Pencil aria-hidden size={15} />}
              label={`Editar el comentario de ${when}`}
              onClick={() => setEditing(true)}
              size="small"
            />
            <IconButton
              icon={<Trash2 aria-hidden size={15} />}
              label={`Eliminar el comentario de ${when}`}
              onClick={() => void remove()}
              size="small"
            />
          </span>
        )}
      </header>
      {editing ? (
        <EditComment commands={commands} comment={comment} onClose={() => setEditing(false)} />
      ) : (
        <p>
          {commentParts(
            comment.text,
            comment.mentions.map(({ label }) => label),
          ).map((part) =>
            part.isMention ? <b key={part.at}>{part.text}</b> : <span key={part.at}>{part.text}</span>,
          )}
        </p>
      )}
    </li>
  );
}

function EditComment({
  comment,
  commands,
  onClose,
}: {
  comment: Comment;
  commands: NoteCommands;
  onClose: () => void;
}): ReactElement {
  const [text, setText] = useState(comment.text);
  const [people, setPeople] = useState<readonly Option[]>(comment.mentions);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (): Promise<void> => {
    if (pending) return;
    if (text.trim() === '') return setFailure('Escriba el comentario.');
    setPending(true);
    try {
      await commands.changeComment(comment, text.trim(), mentioned(text, people));
      onClose();
    } catch (error) {
      setFailure(describeFailure(error).message);
      setPending(false);
    }
  };
  return (
    <div>
      <CommentBox
        autoFocus
        error={failure}
        label="Editar comentario"
        onCancel={onClose}
        onChange={setText}
        onMention={(person) => setPeople([...people, person])}
        onSend={() => void save()}
        value={text}
      />
      <Actions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button loading={pending} onClick={() => void save()} tone="primary">
          Guardar
        </Button>
      </Actions>
    </div>
  );
}
