/**
 * What the form uses of React, by preact without its compatibility layer: the source sticks to what both do
 * alike (`onInput` for texts, handlers on the controls themselves, no portals, no synthetic events).
 */
export { Component, createContext, Fragment } from 'preact';
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';
