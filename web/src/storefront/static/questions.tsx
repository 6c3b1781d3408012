import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type Question = { question: string; answer: ReactNode }
export type Chapter = { title: string; questions: Question[] }

type Facts = { standard: string; express: string; shipping: string; freeFrom: string; address: string }

/** The questions and answers, with figures from the current settings. */
export const chapters = ({ standard, express, shipping, freeFrom, address }: Facts): Chapter[] => [
  {
    title: 'Drops and stock',
    questions: [
      {
        question: 'What is a drop?',
        answer:
          'A small number of something hard to find, put on the shelf at once. There is no waiting list and no second price: the first carts that check out get it.',
      },
      {
        question: 'Is the number of units left real?',
        answer:
          'Yes. It is counted by the same till that sells them and changes on your screen while you look. Nothing is reserved by lying in a cart; it is yours once the order is placed.',
      },
      {
        question: 'Will it come back?',
        answer: (
          <>
            Sometimes. We never promise it. <Link to="/subscription">Join The Inner Circle</Link> and you hear
            of it first.
          </>
        ),
      },
      {
        question: 'What is in the mystery box?',
        answer:
          'Five to seven snacks that we would pick for a friend, packed the week it ships. No two drops are the same, and nothing in it is past its date.',
      },
    ],
  },
  {
    title: 'Shipping and pickup',
    questions: [
      {
        question: 'Where do you ship, and how long does it take?',
        answer: `Anywhere in the US. Standard takes ${standard} business days, express ${express}.`,
      },
      {
        question: 'What does shipping cost?',
        answer: freeFrom
          ? `Standard shipping is ${shipping}. Orders of ${freeFrom} or more ship free.`
          : `Standard shipping is ${shipping}, however much is in the box.`,
      },
      {
        question: 'Can I pick my order up?',
        answer: `Yes, at ${address}. Choose pickup at checkout; it costs nothing. We write to you when it is ready, with a code to show at the counter.`,
      },
      {
        question: 'Where is my order?',
        answer: (
          <>
            On its own page, step by step. Signed in, you find it under <Link to="/orders">Orders</Link>; as a
            guest, look it up there with the order number and your email.
          </>
        ),
      },
    ],
  },
  {
    title: 'Food',
    questions: [
      {
        question: 'Do you list allergens?',
        answer: (
          <>
            Labels abroad follow other rules than ours. We put an English label with ingredients and allergens
            on every pack we sell. If an allergy is serious, <Link to="/contact">ask us</Link> before you
            order.
          </>
        ),
      },
      {
        question: 'How fresh is it?',
        answer:
          'Nothing leaves us with less than four weeks to its date. Chocolate travels with a cold pack when it is hot.',
      },
    ],
  },
  {
    title: 'Orders and returns',
    questions: [
      {
        question: 'Do I need an account?',
        answer:
          'No. An account keeps your addresses and your orders in one place, and your cart on every device. That is all it does.',
      },
      {
        question: 'Can I change or cancel an order?',
        answer:
          'As long as nothing was packed. Signed in, open the order in your account and press Cancel Order; without an account, write to us; the money goes back the way it came.',
      },
      {
        question: 'Something arrived broken. What now?',
        answer: (
          <>
            Send us a picture through the <Link to="/contact">contact page</Link> within two weeks. You get a
            new one while there is one, and your money if there is none. Food that arrived well cannot be
            returned.
          </>
        ),
      },
      {
        question: 'How do promo codes work?',
        answer: 'Type one into the cart. One code per order; what it takes off is shown before you pay.',
      },
    ],
  },
]
