/**
 * The parts of React that the form uses, from preact without its compatibility layer: the source uses only what behaves
 * the same in both (`onInput` for texts, handlers on the controls themselves, no portals, no synthetic events).
 */
export { Component, Fragment } from 'preact';
export {
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';

/** A constant is sufficient, because every form of the script has its own shadow root. */
export const useId = (): string => 'crw';
