;; The two steps of a search by vectors that look at much memory.
(module
  (memory (export "memory") 1)

  ;; In how many of their 640 bits each of `count` codes differs from the question's code, as 16-bit numbers at `out`.
  (func (export "distances") (param $codes i32) (param $count i32) (param $question i32) (param $out i32)
    (local $q0 v128) (local $q1 v128) (local $q2 v128) (local $q3 v128) (local $q4 v128) (local $bits v128)
    (local.set $q0 (v128.load (local.get $question)))
    (local.set $q1 (v128.load offset=16 (local.get $question)))
    (local.set $q2 (v128.load offset=32 (local.get $question)))
    (local.set $q3 (v128.load offset=48 (local.get $question)))
    (local.set $q4 (v128.load offset=64 (local.get $question)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $eachCode
        ;; Five bytes of at most 8 bits each: their sum fits a byte.
        (local.set $bits (i8x16.add
          (i8x16.add
            (i8x16.popcnt (v128.xor (local.get $q0) (v128.load (local.get $codes))))
            (i8x16.popcnt (v128.xor (local.get $q1) (v128.load offset=16 (local.get $codes)))))
          (i8x16.add
            (i8x16.popcnt (v128.xor (local.get $q2) (v128.load offset=32 (local.get $codes))))
            (i8x16.add
              (i8x16.popcnt (v128.xor (local.get $q3) (v128.load offset=48 (local.get $codes))))
              (i8x16.popcnt (v128.xor (local.get $q4) (v128.load offset=64 (local.get $codes))))))))
        (local.set $bits (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bits))))
        (i32.store16 (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $bits)) (i32x4.extract_lane 1 (local.get $bits)))
          (i32.add (i32x4.extract_lane 2 (local.get $bits)) (i32x4.extract_lane 3 (local.get $bits)))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 80)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $eachCode (local.get $count)))))

  ;; The sum of the products of 640 8-bit numbers with 640 16-bit numbers.
  (func (export "product") (param $vector i32) (param $question i32) (result i32)
    (local $end i32) (local $sum v128) (local $eight v128)
    (local.set $end (i32.add (local.get $vector) (i32.const 640)))
    (loop $eachSixteen
      (local.set $eight (v128.load (local.get $vector)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $eight)) (v128.load (local.get $question)))
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $eight)) (v128.load offset=16 (local.get $question))))))
      (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
      (local.set $question (i32.add (local.get $question) (i32.const 32)))
      (br_if $eachSixteen (i32.lt_u (local.get $vector) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
