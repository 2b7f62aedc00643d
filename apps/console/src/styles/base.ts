/** Styles of what the pages before sign-in use, and so of every page. */
import "./base.css";
import "./global.css";
