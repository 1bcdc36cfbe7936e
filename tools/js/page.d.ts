// What the pages have beside the browser's own: events, globals, and elements found by a selector.

interface DocumentEventMap {
  /** A kernel tells its state: "idle", "busy", "restarting", "dead", "none", ... */
  "livepanels:kernel": CustomEvent<{ node: Element; status: string }>;
  /** Whoever presents a notebook tells how large its panels are drawn; null: as at a desk. */
  "livepanels:presentation": CustomEvent<{
    node: Element;
    presentation: { zoom: number; share: number } | null;
    settled: boolean; // more than a trial
  }>;
}

interface HTMLElementEventMap {
  typed: CustomEvent<string>;
}

/** What front ends of a page share, also those of two versions. */
declare var livepanels: {
  fronts?: Map<string, Promise<unknown>>;
  styles?: Map<string, WeakSet<object>>;
  memory?: any;
  play?: (recording: any) => Promise<void>;
};

interface Window {
  _JUPYTERLAB?: any;
}

// a selector says nothing of the element's class
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
}

interface EventTarget {
  closest?(selectors: string): any;
}

// private names of Sphinx's search, which book.js changes: a test says whether they are still there
declare var Search: any;
declare var DOCUMENTATION_OPTIONS: any;
declare var Scorer: any;
declare var Stemmer: any;
declare var splitQuery: (text: string) => string[];
declare var stopwords: Set<string>;
