import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useEffect, useRef, useState } from 'react';
import type { Option } from '../controls/combo-box.tsx';
import { draftKey, dropDraft, readDraft, writeDraft } from '../form/draft/draft.ts';

export interface CommentDraft {
  readonly text: string;
  readonly people: readonly Option[];
  readonly setText: (text: string) => void;
  readonly addPerson: (person: Option) => void;
  readonly clear: () => void;
}

/** The unsent comment on a record, kept in this browser across reloads and navigation. */
export function useCommentDraft(user: string, resource: Resource, id: string): CommentDraft {
  const key = draftKey(user, `${resource.name}.comment`, id);
  const [{ text, people }, setDraft] = useState(() => {
    const inputs = readDraft(key)?.inputs;
    return {
      text: typeof inputs?.text === 'string' ? inputs.text : '',
      people: Array.isArray(inputs?.people) ? (inputs.people as readonly Option[]) : [],
    };
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (text.trim() === '') dropDraft(key);
    else writeDraft(key, { inputs: { text, people }, base: null, at: Date.now() });
  }, [key, text, people]);
  return {
    text,
    people,
    setText: (next) => setDraft((draft) => ({ ...draft, text: next })),
    addPerson: (person) =>
      setDraft((draft) => ({
        ...draft,
        people: [...draft.people.filter((one) => one.id !== person.id), person],
      })),
    clear: () => setDraft({ text: '', people: [] }),
  };
}
