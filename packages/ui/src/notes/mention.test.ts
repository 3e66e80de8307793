import { expect, test } from 'vitest';
import { commentParts, mentionAt, putMention } from './mention.ts';

test('a mention is an @ at the beginning of a word', () => {
  expect(mentionAt('Hola @ana pe', 12)).toEqual({ text: 'ana pe', start: 5, end: 12 });
  expect(mentionAt('@', 1)).toEqual({ text: '', start: 0, end: 1 });
  expect(mentionAt('correo ana@empresa', 18)).toBeNull();
  expect(mentionAt('@Ana Pérez López dijo que', 25)).toBeNull();
  expect(putMention('Ver @an ya', { text: 'an', start: 4, end: 7 }, 'Ana Pérez')).toEqual({
    text: 'Ver @Ana Pérez  ya',
    caret: 15,
  });
});

test('a comment is split at mentions, longer names first', () => {
  const parts = commentParts('@Ana y @Ana Pérez (¡ya!)', ['Ana', 'Ana Pérez']);
  expect(parts.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual(['@Ana', '@Ana Pérez']);
  expect(parts.map(({ text }) => text).join('')).toBe('@Ana y @Ana Pérez (¡ya!)');
  expect(commentParts('a.b', [])).toEqual([{ text: 'a.b', isMention: false, at: 0 }]);
});
